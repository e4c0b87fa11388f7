import Type from 'typebox';
import { ALL_SCOPES, defineKind } from '../kind.ts';

/** Sets the lifecycle of teams, as a template can. The code in flows/lifecycle applies it. */
export const lifecycle = defineKind({
  kind: 'lifecycle',
  does: 'archives or deletes unused teams: see [lifecycle](lifecycle.md)',
  scopes: ALL_SCOPES,
  settings: Type.Object({
    inactivityDays: Type.Enum([7, 30, 90], { description: 'days without activity' }),
    graceDays: Type.Enum([7, 30], { description: 'days to renew the team' }),
    action: Type.Enum(['None', 'Archive', 'Delete'], {
      description: 'action for a team that nobody renews',
    }),
  }),
});
