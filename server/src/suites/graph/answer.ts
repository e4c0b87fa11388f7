/** The answer to one of several reads of Graph. */
import { say } from '../../kernel/messages.ts';
import { comeBack, GraphFailure } from './failure.ts';
import type { GraphAnswer } from './transport.ts';

export type Answer = GraphAnswer<unknown> | GraphFailure;

/**
 * Returns the body of the answer.
 * @throws GraphFailure for a failed call; ServiceUnavailable for a missing answer
 */
export function bodyOf<Body>(answer: Answer | undefined): Body {
  if (answer instanceof GraphFailure || answer === undefined) {
    throw answer ?? comeBack(say('graph.missingAnswer', 'Microsoft Graph left an answer out.'), 10);
  }
  return answer.body as Body;
}
