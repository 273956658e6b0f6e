/** The policy of a room, as options. */

import * as check from './check.js';
import { RoomError } from './errors.js';
import type { Policy } from './types.js';

const MEMBERS = ['rules', 'allow', 'mask', 'ask', 'deny', 'agentignore', 'onAsk'] as const;
const RULES = ['default', 'opencode', 'everything'];

/** Checks a policy. Patterns and permissions are checked where they are applied. */
export function policyOf(given: unknown): Policy {
  const policy = check.options<Policy>('policies', given as Policy, MEMBERS);
  const { rules, agentignore, onAsk } = policy;
  if (typeof rules === 'string' && !RULES.includes(rules))
    throw new RoomError(
      'bad-option',
      `policy.rules must be ${check.eitherOf(RULES)}, not '${rules}'`,
    );
  if (rules !== undefined && (rules === null || !['string', 'object'].includes(typeof rules)))
    throw check.wrongType('policy.rules', 'a name or an object', rules);
  for (const name of ['allow', 'mask', 'ask', 'deny'] as const) {
    const patterns = policy[name];
    if (patterns === undefined) continue;
    if (!Array.isArray(patterns)) throw check.wrongType(`policy.${name}`, 'an array', patterns);
    for (const pattern of patterns) check.text(`a pattern in policy.${name}`, pattern);
  }
  if (agentignore !== undefined) check.boolean('policy.agentignore', agentignore);
  if (onAsk !== undefined) check.callback('policy.onAsk', onAsk);
  return policy;
}
