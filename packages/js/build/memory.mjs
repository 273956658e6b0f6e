/**
 * The limit on the memory of the component stands in the module itself, where every engine keeps
 * it: JavaScript cannot set one from outside. A component without it is not packed.
 */

/** 128 MiB in pages of 64 KiB. What needs most is an image that is made smaller. */
const MAX_PAGES = 2048;

const MEMORY_SECTION = 5;

/** A number in the module, and what comes after it. */
function number(bytes, at) {
  let [value, shift, next] = [0, 0, at];
  for (;;) {
    const byte = bytes[next];
    next += 1;
    value += (byte & 0x7f) * 2 ** shift;
    if ((byte & 0x80) === 0) return [value, next];
    shift += 7;
  }
}

/** Throws unless a module has one memory, which cannot grow beyond the limit. */
export function checkMemory(module) {
  for (let at = 8; at < module.length;) {
    const [length, start] = number(module, at + 1);
    if (module[at] === MEMORY_SECTION) {
      const [memories, flags] = number(module, start);
      const [, next] = number(module, flags + 1);
      const [most] = number(module, next);
      if (memories === 1 && module[flags] === 1 && most <= MAX_PAGES) return;
      break;
    }
    at = start + length;
  }
  throw new Error(`the component must have one memory of at most ${MAX_PAGES} pages`);
}
