import { type CharterError, policyViolation } from '../../kernel/errors.ts';

interface JudgedPolicy {
  policy: string;
  outcome: string;
  message: string;
}

/** Returns the PolicyViolation that names every violated policy; undefined when none is violated. */
export function refusalOf(verdicts: readonly JudgedPolicy[]): CharterError | undefined {
  const violations = verdicts.filter(({ outcome }) => outcome === 'violated');
  if (violations.length === 0) return undefined;
  return policyViolation(
    violations.map(({ message }) => message).join(' '),
    violations.map(({ policy, message }) => ({ target: policy, code: 'PolicyViolation', message })),
  );
}

/** Returns the error of a request whose name a concurrent request has reserved. */
export const nameRefusal = (): CharterError => {
  const message = 'A concurrent request has reserved this name. Choose another name.';
  return policyViolation(message, [{ target: 'duplicateNames', code: 'PolicyViolation', message }]);
};
