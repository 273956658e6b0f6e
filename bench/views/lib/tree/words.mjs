/** The words of the made-up project, and how each language joins them to a name. */

export const NOUNS = [
  'account',
  'batch',
  'bucket',
  'channel',
  'cluster',
  'digest',
  'invoice',
  'journal',
  'lease',
  'ledger',
  'manifest',
  'order',
  'parcel',
  'profile',
  'quota',
  'relay',
  'replica',
  'route',
  'segment',
  'session',
  'shard',
  'snapshot',
  'ticket',
  'voucher',
  'worker',
];

export const VERBS = [
  'apply',
  'check',
  'collect',
  'drain',
  'load',
  'merge',
  'publish',
  'refresh',
  'release',
  'renew',
  'reserve',
  'resolve',
  'rotate',
  'settle',
  'split',
  'store',
  'trim',
  'verify',
];

export const QUALITIES = ['active', 'expired', 'local', 'pending', 'remote', 'shared', 'stale'];

/** The quantities that constants and keys limit. */
export const LIMITS = ['attempts', 'batch_size', 'depth', 'interval_ms', 'retries', 'timeout_ms'];

const capital = (word) => word[0].toUpperCase() + word.slice(1);
export const snake = (words) => words.join('_');
export const pascal = (words) => words.map(capital).join('');
export const camel = ([first, ...rest]) => first + pascal(rest);
export const upper = (words) => snake(words).toUpperCase();
