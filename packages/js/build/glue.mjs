/**
 * Changes to the JavaScript that the transpiler generates. Each one fails if the text is not as
 * expected any more.
 */

/**
 * Traces of every step, if an environment variable enables them: each step looks it up.
 */
const TRACES = 'globalThis?.process?.env?.JCO_DEBUG&&console.debug(...e)';

/** An unexpected answer of the host is printed before it is thrown. A library prints nothing. */
const PRINTS = /console\.error\(/gu;

/**
 * The glue tries `WebAssembly.promising` in each instance. In an engine without it, seven
 * exceptions are thrown, and the message of each is made by parsing this very large function again:
 * 25 times the cost of all the rest. Nothing here is ever asynchronous, so the name `WebAssembly`
 * is shadowed by one that returns such functions unchanged.
 */
const PROMISING =
  'const WebAssembly=Object.create(globalThis.WebAssembly,{promising:{value:f=>f}});';

/**
 * The glue's decoder drops a byte-order mark at the start of a string. It belongs to the string: to
 * the content of a file, or to a name, which without it would be that of another file.
 */
const MARKS =
  'class TextDecoder extends globalThis.TextDecoder' +
  '{constructor(e,o){super(e,{...o,ignoreBOM:true})}}';

export function trimmed(glue) {
  if (glue.split(TRACES).length !== 2)
    throw new Error('the traces of the transpiler have changed; see build/glue.mjs');
  for (const name of ['WebAssembly.promising(', 'new TextDecoder']) {
    if (!glue.includes(name))
      throw new Error(`the transpiler does not use '${name}' any more; see build/glue.mjs`);
  }
  const quiet = glue.replace(TRACES, '').replace(PRINTS, 'void(');
  if (/console\./u.test(quiet))
    throw new Error('the transpiler prints in other ways; see build/glue.mjs');
  return PROMISING + MARKS + quiet;
}
