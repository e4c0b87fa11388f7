import { createTab } from '../../domain/channels/create-tab.ts';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { readBinding } from '../people.ts';
import { route } from '../route.ts';
import { withoutNulls } from '../schema.ts';
import { ChannelParams, TeamChannelTab, TeamChannelTabPayload } from './schemas.ts';

const BIND = 'teamsApp@odata.bind';

export const createTeamChannelTabRoute = route(
  {
    summary: 'Create a tab in a channel',
    errors: [502],
    params: ChannelParams,
    body: TeamChannelTabPayload,
    response: TeamChannelTab,
    description:
      'For owners and administrators, and for members if the team’s settings allow it. Name the app by `teamsApp.id` or by `teamsApp@odata.bind`. URLs in `configuration` use https.',
  },
  (deps, { principal, context, params, body }) => {
    const { displayName, name, configuration = {}, sortOrderIndex, ...app } = withoutNulls(body);
    const { entityId = null, contentUrl = null, websiteUrl = null, removeUrl = null } = configuration;
    return createTab(deps, principal, context, {
      ...params,
      displayName: displayName ?? name ?? missingName(),
      teamsAppId: teamsAppIdOf(app),
      configuration: { entityId, contentUrl, websiteUrl, removeUrl },
      sortOrderIndex,
    });
  },
);

function missingName(): never {
  throw invalidField(
    'displayName',
    say('channels.tabNameField', 'Name the tab, by displayName.'),
    'Required',
  );
}

type NamedApp = { teamsApp?: { id: string } | undefined; [BIND]?: string | undefined };

function teamsAppIdOf(body: NamedApp): string {
  const bind = body[BIND];
  if (body.teamsApp !== undefined && bind !== undefined) {
    throw invalidField(
      BIND,
      say('channels.appOnce', 'Name the app once: by teamsApp or by {bind}.', { bind: BIND }),
    );
  }
  if (body.teamsApp !== undefined) return body.teamsApp.id;
  if (bind === undefined) {
    throw invalidField(
      'teamsApp.id',
      say('channels.appMissing', 'Name the app, by teamsApp.id or by {bind}.', { bind: BIND }),
      'Required',
    );
  }
  const id = readBinding('teamsApps', bind);
  if (id === undefined) {
    throw invalidField(
      BIND,
      say('channels.appAddress', "The address must end with /teamsApps('<id>') or /teamsApps/<id>."),
    );
  }
  return id;
}
