import pytest
from hypothesis import given
from hypothesis import strategies as st

from peek_graph.agent.monitoring.rejections import is_rejection

REJECTS = """
No, I meant the other supplier
no, not that
This is not good.
go back to the previous version
Stop - this makes no sense
This is wrong
this is wrong.
Wrong
Wrong!
wrong answer
That's not what I asked
That's not what I asked for.
no, stop
No, that's wrong
no no no
No, not that one.
go back
Go back to the previous approach
let's go back to snapshot 2
stop
Stop it.
please stop
Undo that
revert the last change
revert
start over
Try again
Do it again, please
try another approach
Your summary is incorrect.
The result is still wrong
it's still not right
The numbers are wrong: they're all made up.
You misunderstood the question
You ignored the budget
You didn't answer my question.
I don't like this
I disagree
I disagree with your conclusion
I'm not satisfied with it
That does not make sense.
that makes no sense
That doesn’t work
I didn't ask for this
This isn't right
Nonsense.
not good enough
Not like that!
The report is useless
You got it wrong
never mind
that's the wrong file
Thanks, but this is wrong
不对，重来
不对
错了
你错了
这不对
你理解错了
完全不对！
不是这样的
不是我要的
我没让你写这个
重来
重新来
请重新写
算了，换个思路
算了
换一种方法
停
停下！
停，先别写了
别再找了
回退
回到上一个版本
撤销
这样不行
不行，重来
还是不行
我不满意
答非所问
跑题了
结果有误
这个答案是错的
胡说
不同意
太差了
I don't want this.
This is false, the price is 60.
That is not right.
"""
KEEPS = """
This is bad for the climate
This is not good for the environment
No, I don't have more constraints
No, not yet
Wrong-way risk matters
let's go back to the first chapter and read it
Stop words are left out
Enough data was found
no problem
No problem!
no worries
not bad
Not bad at all
I don't disagree
I can't complain
Nothing wrong with that
there is nothing wrong with it
No, that's fine
No, thanks
No, that's all
no, go ahead
No objections.
That's not wrong
it is not bad
why is this wrong?
Is this wrong?
What is wrong with the cell?
Check whether the result is wrong
Find out why the answer was wrong
If this is wrong, tell me
I was wrong about the budget: it is 5000
My mistake, the budget is 6000
Stop at 3,000 words
Go back to section 2 and read the table
The stop button of the device has a red light
The paper says "this is wrong"
The battery is bad for the environment
You are right
Great, thanks
yes
Continue
Use sodium cells instead
Never mention lithium
The wrong-way risk of the portfolio is high
Find sources about wrong diagnoses
Prove me wrong
Don't forget the budget
The report has to be short
It is true that prices fall
What went wrong there?
Not only price but also weight matters
No more than 3000 words please
Correct me if I am wrong, but is the limit 5?
不错
没问题
不错，继续
没错
没什么问题
很好，没有问题
不客气
不好意思，预算是五千
对不对？
这样不对吗？
是不是错了？
如果不对，就告诉我
为什么结果错了
我说错了，预算是六千
差不多
算了一下，预算是五千
计算了成本
停电的原因是什么
不停地增长
错过了最后期限
继续
好的
检查一下哪里错了
请分析不对称加密
重新充电的成本
不是不行
I don't want this to exceed 3000 words.
This is not right-handed.
That is false advertising law.
This is a false positive.
"""


@pytest.mark.parametrize("message", REJECTS.strip().splitlines())
def test_a_rejection_is_recognised(message: str) -> None:
    assert is_rejection(message)


@pytest.mark.parametrize("message", KEEPS.strip().splitlines())
def test_what_only_sounds_like_one_is_not(message: str) -> None:
    assert not is_rejection(message)


@given(st.text())
def test_any_message_is_judged(message: str) -> None:
    assert is_rejection(message) in (True, False)


def test_only_the_beginning_is_looked_at() -> None:
    assert not is_rejection("Read the sources about sodium cells and their price. " * 10 + "This is wrong.")


@pytest.mark.parametrize(
    "part", ["no ", "you ", "not ", '"', "“", "「", "`", "> ", "the ", "不", "this is ", "we do not "]
)
@pytest.mark.timeout(60)
def test_long_and_odd_messages_cost_no_time(part: str) -> None:
    """What grows as the square of these would take hours."""
    assert is_rejection(part * 200_000) in (True, False)


def test_a_quote_that_goes_on_beyond_what_is_read_rejects_nothing() -> None:
    assert not is_rejection("The report says: “This is wrong. " + "More of what it says. " * 400 + "”")
