import { createTab } from '../../domain/channels/create-tab.ts';
import { invalidField } from '../../kernel/errors.ts';
import { route } from '../route.ts';
import { refTo, withoutNulls } from '../schema.ts';
import { ChannelParams, TeamChannelTab, TeamChannelTabPayload } from './schemas.ts';

const BIND = 'teamsApp@odata.bind';

/** `.../teamsApps('<id>')`; a quote in the id is doubled (OData 4.01, URL conventions 4.3.1). */
const BOUND_APP = /(?:^|\/)teamsApps\('((?:[^']|'')+)'\)$/;

export const createTeamChannelTabRoute = route(
  'createTeamChannelTab',
  {
    params: ChannelParams,
    body: refTo(TeamChannelTabPayload),
    response: refTo(TeamChannelTab),
    description:
      'For owners and administrators, and for members as the team’s settings say. Name the app by `teamsApp.id` or by `teamsApp@odata.bind`; addresses in `configuration` are https.',
  },
  async (deps, { principal, context, params, body, baseUrl }) => {
    const { displayName, configuration, ...app } = withoutNulls(body);
    const tab = await createTab(deps, principal, context, {
      ...params,
      displayName,
      teamsAppId: teamsAppIdOf(app),
      ...(configuration === undefined ? {} : { configuration }),
    });
    const { teamId, channelId } = params;
    return {
      body: {
        '@odata.context': `${baseUrl}/$metadata#teams('${teamId}')/channels('${channelId}')/tabs/$entity`,
        ...tab,
      },
    };
  },
);

type NamedApp = { teamsApp?: { id: string } | undefined; [BIND]?: string | undefined };

function teamsAppIdOf(body: NamedApp): string {
  const bind = body[BIND];
  if (body.teamsApp !== undefined && bind !== undefined) {
    throw invalidField(BIND, `Name the app once: by teamsApp or by ${BIND}.`);
  }
  if (body.teamsApp !== undefined) return body.teamsApp.id;
  if (bind === undefined) {
    throw invalidField('teamsApp.id', `Name the app, by teamsApp.id or by ${BIND}.`, 'Required');
  }
  const id = BOUND_APP.exec(bind)?.[1]?.replaceAll("''", "'");
  if (id === undefined) throw invalidField(BIND, "The address must end with /teamsApps('<id of the app>').");
  return id;
}
