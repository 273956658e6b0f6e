/**
 * Writes documents of the made-up project: a workbook, a PDF and a notebook. Nothing is compressed,
 * because deflate does not have the same output on every machine.
 */

const OFFICE = 'http://schemas.openxmlformats.org';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Writes a workbook with one sheet. */
export function workbook(title, rows) {
  const cell = (value, column, row) => {
    const name = `${String.fromCharCode(65 + column)}${row}`;
    return typeof value === 'number'
      ? `<c r="${name}"><v>${value}</v></c>`
      : `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  const written = rows.map((row, at) => {
    const cells = row.map((value, column) => cell(value, column, at + 1));
    return `<row r="${at + 1}">${cells.join('')}</row>`;
  });
  const part = (name, type) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${TYPES}.${type}+xml"/>`;
  const relation = (type, target) =>
    `<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="r1" ` +
    `Type="${OFFICE}/officeDocument/2006/relationships/${type}" Target="${target}"/>` +
    `</Relationships>`;
  return zip({
    '[Content_Types].xml':
      `<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ` +
      `ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `${part('workbook', 'sheet.main')}${part('worksheets/sheet1', 'worksheet')}</Types>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml':
      `<workbook xmlns="${OFFICE}/spreadsheetml/2006/main" ` +
      `xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets>` +
      `<sheet name="${title}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml':
      `<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetData>${written.join('')}` +
      `</sheetData></worksheet>`,
  });
}

/** Returns an archive whose entries are stored as they are. */
function zip(entries) {
  const numbers = (...pairs) =>
    Buffer.concat(
      pairs.map(([value, size]) => {
        const bytes = Buffer.alloc(size);
        bytes.writeUIntLE(value, 0, size);
        return bytes;
      }),
    );
  const [locals, directory] = [[], []];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const data = Buffer.from(text);
    // Version, flags and method, the first of January 1980, checksum, sizes, length of the name.
    const sizes = [data.length, data.length].map((size) => [size, 4]);
    const about = numbers([20, 2], [0, 4], [0x210000, 4], [crc32(data), 4], ...sizes);
    const common = Buffer.concat([about, numbers([name.length, 2], [0, 2])]);
    const local = [numbers([0x04034b50, 4]), common, Buffer.from(name), data];
    const place = numbers([0, 6], [0, 4], [offset, 4]);
    directory.push(numbers([0x02014b50, 4], [20, 2]), common, place, Buffer.from(name));
    locals.push(...local);
    offset += local.reduce((total, { length }) => total + length, 0);
  }
  const [count, listed] = [Object.keys(entries).length, Buffer.concat(directory)];
  const counts = [count, count].map((number) => [number, 2]);
  const end = numbers([0x06054b50, 4], [0, 4], ...counts, [listed.length, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...locals, listed, end]);
}

function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** Writes a PDF with the lines of each page, in hexadecimal: a search of its bytes finds none. */
export function pdf(pages) {
  const ids = pages.map((_, at) => 5 + 2 * at);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${ids.map((id) => `${id} 0 R`).join(' ')}]/Count ${ids.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  for (const [at, lines] of pages.entries()) {
    const shown = lines.map((line) => `(${line}) Tj T*`).join(' ');
    const content = `BT /F1 11 Tf 14 TL 72 720 Td ${shown} ET`;
    const hex = `${Buffer.from(content).toString('hex')}>`;
    objects.push(
      `<</Length ${hex.length}/Filter/ASCIIHexDecode>>\nstream\n${hex}\nendstream`,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${ids[at] - 1} 0 R` +
        `/Resources<</Font<</F1 3 0 R>>>>>>`,
    );
  }
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return (
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}` +
    `trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`
  );
}

/** Writes a notebook of code cells that each have printed lines. */
export function notebook(cells) {
  const split = (lines) => lines.map((line, at) => (at < lines.length - 1 ? `${line}\n` : line));
  const written = cells.map(({ source, printed }, at) => ({
    cell_type: 'code',
    execution_count: at + 1,
    id: `cell-${at + 1}`,
    metadata: {},
    outputs: [{ name: 'stdout', output_type: 'stream', text: split(printed) }],
    source: split(source),
  }));
  const metadata = { language_info: { name: 'python' } };
  const all = { cells: written, metadata, nbformat: 4, nbformat_minor: 5 };
  return `${JSON.stringify(all, null, 1)}\n`;
}
