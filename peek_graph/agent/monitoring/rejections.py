"""Whether a user's message rejects what was done: rules for English and Chinese."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_LOOKED_AT: Final = 300
# What is looked for quotes in: they are searched from each of their beginnings, so not in a text of any length.
_READ: Final = 4000
_QUOTED: Final = re.compile(
    r"```.*?(?:```|\Z)|`[^`]*`|\"[^\"]*\"|“[^”]*”|「[^」]*」|『[^』]*』|^>.*$", re.DOTALL | re.MULTILINE
)
# Of a message that was cut, a quote may have been cut, too.
_CUT_QUOTE: Final = re.compile(r"(?:`[^`]*|\"[^\"]*|“[^”]*|「[^」]*|『[^』]*)\Z")
_SENTENCES: Final = re.compile(r"(?<=[.!?。！？;；\n])\s*")

# What sounds like a rejection and is none goes first.
_HARMLESS: Final = re.compile(
    r"""
      \bno(?:\s(?:big|real|more))?\s(?:problems?|worries|worry|objections?|complaints?|doubts?|need|rush|hurry
        |deal|issues?)\b
    | \bno\s(?:longer|one|matter)\b | \bwhy\snot\b | \bno,?\s(?:that'?s|it'?s|this\sis|all\sis
        |everything\sis)\s(?:all\s|quite\s)?
      (?:fine|good|great|ok|okay|perfect|all|right|correct|it|enough|everything)\b
    | \bno,?\s(?:thanks|thank\syou|go\sahead|go\son|carry\son|continue)\b
    | \b(?:not|isn't|ain't|wasn't|never)\s(?:(?:too|so|half|at\sall|that|really|even)\s)?(?:bad|wrong|incorrect
        |mistaken|shabby)\b
    | \bnothing(?:'s|\sis|\swas)?\s(?:is\s)?(?:wrong|bad|incorrect)\b | \bnever\smind\sthe\b
    | \b(?:don't|do\snot|can't|cannot|couldn't|didn't)\s(?:disagree|complain|object|mind)\b
    | \bcan(?:not|'t)\sgo\swrong\b | \b(?:prove|proved|proven|proving)\sme\swrong\b
    | \bif\s(?:i'm|i\sam)\snot\s(?:wrong|mistaken)\b | \bcorrect\sme\sif\b[^.!?]* | \b(?:i|we)(?:'m|\sam|\swas
        |'re|\sare|\swere)\s
      (?:\w+\s)?(?:wrong|mistaken|incorrect)\b | \b(?:my|our)\s(?:mistake|fault|bad)\b
    | \b(?:why|whether|if|unless|when|where|in\scase|how|which\sof|suppose|assume|assuming)\b[^.!?;,]*
    """,
    re.VERBOSE | re.IGNORECASE,
)
_HARMLESS_ZH: Final = re.compile(
    "不错|没(?:什么|有|啥)?(?:大)?问题|没有?(?:什么)?(?:不对|不好|不行|错)|没(?:弄|搞|写|算|做|说|理解)错|不是(?:不行|不对|不可以|不好|问题)|"
    "不客气|不好意思|不用谢|不要紧|差不多|不差|不赖|不对称|不对等|不行[业为]|对不对|行不行|好不好|可不可以|是不是|有没有|能不能|"
    "停[电机车产工留靠顿]|停止[条位]|不停|错[过峰误综落开]|算了[一下遍两几这那个笔]|[计打预推估运核换结]算了|"
    "我们?(?:刚才|之前|上次|自己)?(?:说|写|打|记|搞|弄|输|算|看|理解)?错了|"
    "(?:如果|若|要是|假如|假设|万一|是否|哪里|哪些|哪个|为什么|为何|什么|检查|看看|除非)[^，。！？；,.!?;]*"
)

_SUBJECT: Final = (
    r"(?:that|this|it|these|those|they|which|you|the\s(?:last\s)?(?:answer|result|report|output|summary|plan|table|outline|"
    r"text|number|figure|conclusion|approach|draft|code|search)s?|your\s(?:\w+\s)?\w+|all\sof\s(?:this|that|it)|everything)"
)
_IS: Final = r"(?:'s|'re|\sis|\sare|\swas|\swere|\slooks?|\sseems?|\ssounds?)"
_VERY: Final = (
    r"(?:\s(?:all|completely|totally|just|simply|still|plain|plainly|quite|so|very|really|clearly|again|also|"
    r"entirely|obviously|absolutely|utterly|pretty|a|an|the))*"
)
_BAD: Final = (
    # What is called false by a noun after it may be meant so: false positives, false advertising.
    r"(?:wrong|incorrect|false(?!\s(?!(?:and|but|or|as|in|again|because|since|too|information|claims?|statements?)\b))|"
    r"mistaken|nonsense|rubbish|garbage|useless|terrible|awful|horrible|unacceptable|unusable|bad|"
    r"worse|off\stopic|off-topic|misleading|made\sup|inaccurate|not\s(?:quite\s|at\sall\s|really\s|even\s)?(?:right|correct|true|"
    r"it|good|acceptable|helpful|useful|working|accurate|enough|relevant|okay|ok|what)\b)(?![-\w])(?!\s(?:for|news|luck)\b)"
)
_REJECTS: Final = re.compile(
    rf"""
      \b{_SUBJECT}{_IS}{_VERY}\s{_BAD}
    | \b(?:that|this|it|which|these|those)\s(?:isn't|aren't|wasn't|ain't|weren't)\s(?:\w+\s)?
      (?:right|correct|true|it|good|what|acceptable|helpful|useful|accurate|enough|relevant)\b
    | \b(?:still|all|completely|totally|again|just)\s(?:wrong|incorrect|not\s(?:right|correct))\b
    | \bnot\swhat\s(?:i|we)\b | \bnot\slike\s(?:this|that)\b
    | \b(?:i|we)\s(?:didn't|did\snot|never|don't|do\snot)\s(?:ask|asked|want|wanted|say|said|mean|meant|need
        |request)
      (?:\s(?:for|to))?\s(?:this|that|it|you|any\sof|such)\b(?!\sto\b)
    | \byou\s(?:have\s|'ve\s|completely\s|totally\s|just\s|clearly\s|again\s|still\s)*(?:misunderst\w+|misread
        |missed\sthe|
      got\s(?:it|this|that)\s(?:all\s)?wrong|ignored|forgot|made\sa\smistake|failed\sto|didn't\s(?:answer
        |follow|do|read|listen)|
      did\snot\s(?:answer|follow|do|read|listen)|are\snot\s(?:listening|answering)|aren't\s(?:listening
        |answering)|made\s(?:it|this|that)\sup)
    | \b(?:i|we)\s(?:strongly\s|really\s)?(?:disagree|reject|object)\b
    | \b(?:i|we)\s(?:don't|do\snot)\s(?:like|agree|accept|want)\s?(?:this|that|it|with|your|at\sall|\.|!|$)(?!\sto\b)
    | \b(?:i'm|i\sam|we're|we\sare)\snot\s(?:\w+\s)?(?:happy|satisfied|pleased|convinced)\b
    | \b(?:that|this|it)\s(?:doesn't|does\snot|didn't|did\snot)\s(?:work|answer|help|make\s(?:any\s)?sense
        |look\sright|address|match)\b
    | \bmakes\sno\ssense\b | \b(?:that|this|it)'s\sthe\swrong\b
    | ^\W*(?:(?:no|nope|nah|wait|hey|ok|okay|please|sorry|hm+|well|actually|but)\b[\s,.!:-]*)*
      (?:
        (?:wrong|incorrect|nonsense|rubbish|false)(?:\s(?:again|answer|file|approach|direction|one|way|document
          |source|
          language|topic|result|number)s?)?\s*(?:[,.!:;]|\s-|$)
      | not\s(?:this|that|it|again|right|correct|good|good\senough|quite|true|acceptable)\b
      | (?:stop|halt|enough)(?:\s(?:it|that|this|here|now|right\snow|please|everything|immediately
          |doing\s(?:this|that|it)))*\s*(?:[,.!;]|\s-|$)
      | (?:undo|revert|scrap|discard|forget|cancel|throw\saway)\s(?:it|this|that|all|everything|the\slast|your)\b
      | (?:undo|revert|redo|start\s(?:over|again|afresh|from\sscratch)|try\sagain|do\s(?:it|that
          |this)\s(?:again|over)|
         roll\s?back|begin\sagain)\b
      | try\s(?:something\selse|another\s(?:way|approach|one)|a\sdifferent|it\s(?:again|differently))\b
      | (?:let's\s)?go\sback
        (?:\s*(?:[,.!;]|$)|\sto\s(?:the\s)?(?:what|where|how|before|start|beginning|drawing|snapshot|revision
          |version
          |(?:previous|last|earlier|old|original|former|first)
           \s(?:one|version|approach|plan|idea|state|step|snapshot|revision|result|draft|answer|way|method))\b)
      | never\smind\s*(?:[,.!;]|$) | (?:don't|do\snot)\sdo\s(?:that|this|it)\b
      )
    | ^\W*(?:no|nope)(?:[\s,!]+(?:no|nope))+\b
    | ^\W*no[\s,.!-]+(?:you|this|that|it|wrong|stop|don't|not(?!\s(?:yet|necessarily|now|really)))\b
    | ^\W*no[\s,.!-]+i\s(?:meant|mean|said|asked|wanted)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_REJECTS_ZH: Final = re.compile(
    "不对(?![称等])|错了|(?:你|这|那|它|都|又|全|完全|还是|答案|结果|结论|方向|思路|理解)[^，。！？,.!?]{0,6}(?:错误|错的|有误|搞错|弄错|弄反|写错|算错)|"
    "(?:理解|搞|弄|写|算|答|做|找|引用)(?:错|反)(?!误)|不是(?:这个|这样|这么|我(?:想)?要的|我问的|我说的|我的意思|我想问)|"
    "我(?:没|没有|不是)(?:让|叫|要|问|说|想)(?:你)?|答非所问|文不对题|跑题|离题|偏题|胡说|胡扯|瞎[编说扯写]|乱[编写说来]|"
    "(?:^|[，。！,.!\\s])(?:请)?(?:重来|重做|重写|重新(?:来|做|写|开始|考虑|想)|推倒重来|从头(?:来|再来|开始))|"
    "(?:^|[，。！,.!\\s])(?:先|快|请|给我)?(?:停|停下|停下来|停止|停一下|停一停|住手|打住)(?:吧|！|!|。|，|,|$)|"
    "(?:^|[，。！,.!\\s])(?:别|不要|不许)(?:再)?(?:这样|这么|做|弄|搞|写|找|试|继续)(?:了|做|下去)|"
    "(?:^|[，。！,.!\\s])算了(?:吧)?(?:[，。！,.!\\s]|$)|"
    "换(?:个|一个|种|一种|条|一条)(?:思路|方法|方案|方向|做法|办法|角度|路)|"
    "(?:回退|回滚|退回|撤销|撤回|恢复到|退到|(?:回|返回)到(?:之前|上一|原来|上个|先前|最初|快照|版本))|"
    "(?:不|没有?)满意|不(?:能)?接受|不可接受|不同意|不认同|(?:这|那|还是|完全|根本|都|这样|这个|那样)[^，。！？,.!?]{0,4}(?:不行|不好|不可以|不正确|没用|没有用)|"
    "^(?:不行|不可以|不正确|不好)(?:[，。！,.!\\s]|$)|太差|太烂|很差|糟糕|一塌糊涂"
)
_QUESTION: Final = re.compile(r"[?？]\s*$|[吗么呢]\s*[。.!！?？]?\s*$")


def is_rejection(message: str) -> bool:
    """Whether the user says that it is wrong, or to stop, go back or begin anew.

    Only the beginning of a message is looked at, without what it quotes; questions and conditions reject nothing.
    """
    read = unicodedata.normalize("NFKC", message[:_READ]).replace("’", "'").replace("‘", "'")
    text = _QUOTED.sub(" ", read)
    if len(message) > _READ:
        text = _CUT_QUOTE.sub(" ", text)
    beginning = text.strip()[:_LOOKED_AT]
    for sentence in _SENTENCES.split(beginning):
        # A blank in the patterns is one of any kind.
        plain = " ".join(sentence.split())
        if not plain or _QUESTION.search(plain):
            continue
        if _REJECTS.search(_HARMLESS.sub("~", plain)) or _REJECTS_ZH.search(_HARMLESS_ZH.sub("~", plain)):
            return True
    return False
