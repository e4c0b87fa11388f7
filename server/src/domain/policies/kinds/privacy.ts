import Type from 'typebox';
import { say } from '../../../kernel/messages.ts';
import type { TeamVisibility } from '../../teams/model.ts';
import { ALL_SCOPES, defineKind, verdict } from '../kind.ts';

type Wanted = 'private' | 'public';

/** Whether the visibility complies: hidden membership counts as private. */
const complies = (visibility: TeamVisibility, wanted: Wanted): boolean =>
  visibility === wanted || (visibility === 'hiddenMembership' && wanted === 'private');

/** The policy with the narrowest scope wins. */
export const privacy = defineKind({
  kind: 'privacy',
  does: 'sets the visibility of teams, rejects changes of it, and restores it',
  scopes: ALL_SCOPES,
  settings: Type.Object({
    visibility: Type.Enum(['private', 'public'], { description: 'the visibility of every team' }),
  }),
  judges: 'visibility',
  judge([policy], { visibility }) {
    if (policy === undefined || visibility === undefined) return [];
    const wanted = policy.settings.visibility;
    return [
      complies(visibility, wanted)
        ? verdict(
            policy,
            'passed',
            say('policies.visibilityComplies', "The team is {visibility}, as '{policy}' requires.", {
              visibility,
              policy: policy.name,
            }),
          )
        : verdict(
            policy,
            'violated',
            say('policies.visibilityRequired', "The team must be {visibility} (policy '{policy}').", {
              visibility: wanted,
              policy: policy.name,
            }),
          ),
    ];
  },
  govern([policy], { visibility }) {
    if (policy === undefined || complies(visibility, policy.settings.visibility)) return {};
    return { visibility: policy.settings.visibility };
  },
  require: ([policy]) => (policy === undefined ? {} : { patch: { visibility: policy.settings.visibility } }),
});
