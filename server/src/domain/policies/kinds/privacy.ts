import Type from 'typebox';
import { say } from '../../../kernel/messages.ts';
import { ALL_SCOPES, defineKind } from '../kind.ts';

/** The policy with the narrowest scope wins. */
export const privacy = defineKind({
  kind: 'privacy',
  does: 'sets the visibility of teams, rejects changes of it, and restores it',
  scopes: ALL_SCOPES,
  settings: Type.Object({
    visibility: Type.Enum(['private', 'public'], { description: 'the visibility of every team' }),
  }),
  wants: ([policy]) => (policy === undefined ? {} : { settings: policy.settings }),
  judges: 'visibility',
  explain: ({ name: policy }, complies, value) =>
    complies
      ? say('policies.visibilityComplies', "The team is {visibility}, as '{policy}' requires.", {
          visibility: String(value),
          policy,
        })
      : say('policies.visibilityRequired', "The team must be {visibility} (policy '{policy}').", {
          visibility: String(value),
          policy,
        }),
});
