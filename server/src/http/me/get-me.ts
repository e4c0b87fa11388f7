import { getMe } from '../../domain/identity/get-me.ts';
import { noticesOf } from '../notices.ts';
import { route } from '../route.ts';
import { Me, presentMe } from './schemas.ts';

export const getMeRoute = route(
  {
    summary: 'Describe the caller',
    errors: [502],
    response: Me,
    context: 'me',
    description:
      'Who calls, with which roles, and the operations that these roles allow. Also for apps. A role that is assigned or removed shows within 10 seconds.',
  },
  async (deps, { principal }) => ({
    ...presentMe(await getMe(deps, principal), deps.permittedOperations(principal)),
    notices: await noticesOf(deps, principal),
  }),
);
