import { type CharterError, messageOf, policyViolation } from '../../kernel/errors.ts';
import { type Message, say, sentences } from '../../kernel/messages.ts';
import { duplicateNames } from './kinds/duplicate-names.ts';

interface JudgedPolicy extends Message {
  policy: string;
  outcome: string;
}

/** Returns the PolicyViolation that names every violated policy; undefined when none is violated. */
export function rejectionOf(verdicts: readonly JudgedPolicy[]): CharterError | undefined {
  const violations = verdicts.filter(({ outcome }) => outcome === 'violated');
  if (violations.length === 0) return undefined;
  return policyViolation(
    sentences(violations.map(messageOf)),
    violations.map((verdict) => ({
      target: verdict.policy,
      code: 'PolicyViolation',
      ...messageOf(verdict),
    })),
  );
}

/** Returns the error of a request whose name a concurrent request has reserved. */
export const nameRejection = (): CharterError => {
  const message = say(
    'policies.nameReservedMeanwhile',
    'A concurrent request has reserved this name. Choose another name.',
  );
  return policyViolation(message, [{ target: duplicateNames.kind, code: 'PolicyViolation', ...message }]);
};
