"""Makes small PDFs, so that none has to be kept."""

import io
from collections.abc import Sequence

from pypdf import PdfReader, PdfWriter


def make_pdf(
    pages: Sequence[Sequence[str]],
    bookmarks: Sequence[tuple[str, int]] = (),
    title: str | None = None,
    password: str | None = None,
) -> bytes:
    """Pages of lines in Helvetica; bookmarks as title and page (from 0)."""
    objects: list[bytes] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    kids = []
    for lines in pages:
        shown = "\n".join(f"({line.replace(chr(92), '').replace('(', '').replace(')', '')}) Tj T*" for line in lines)
        content = f"BT /F1 11 Tf 14 TL 60 780 Td\n{shown}\nET".encode("latin-1")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] "
            b"/Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R >>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    out = io.BytesIO()
    out.write(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.write(b"".join(b"%010d 00000 n \n" % offset for offset in offsets))
    out.write(b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start))
    if not bookmarks and title is None and password is None:
        return out.getvalue()
    writer = PdfWriter(clone_from=PdfReader(out))
    for name, page in bookmarks:
        writer.add_outline_item(title=name, page_number=page)
    if title is not None:
        writer.add_metadata({"/Title": title})
    if password is not None:
        writer.encrypt(password, "owner", algorithm="RC4-128")
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()
