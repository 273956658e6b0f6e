/** A picture of hills and the sun, as PNG: the example has one, and the repository need not. */

import { crc32, deflateSync } from 'node:zlib';

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function mixed(one, other, share) {
  return one.map((value, at) => Math.round(value + ((other[at] ?? value) - value) * share));
}

/** Returns the color at a place, both from 0 to 1. */
function colorAt(x, y, ratio) {
  const [near, far] = [0.78 + 0.09 * Math.sin(x * 7 + 1), 0.62 + 0.1 * Math.sin(x * 4.2 + 4)];
  if (y > near) return mixed([38, 84, 74], [23, 56, 54], (y - near) / (1 - near));
  if (y > far) return mixed([88, 138, 118], [58, 108, 96], (y - far) / (1 - far));
  const distance = Math.hypot((x - 0.72) * ratio, y - 0.34);
  if (distance < 0.13) return [255, 214, 128];
  const sky = mixed([92, 146, 186], [246, 202, 160], Math.min(1, y / 0.68));
  return distance < 0.3 ? mixed([255, 222, 158], sky, (distance - 0.13) / 0.17) : sky;
}

/** Returns a picture of some pixels. */
export function picture(width, height) {
  const rows = Array.from({ length: height }, (_, y) => {
    const pixels = Array.from({ length: width }, (_, x) =>
      colorAt(x / width, y / height, width / height),
    );
    return Buffer.from([0, ...pixels.flat()]);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
