import Type from 'typebox';
import {
  CHANNEL_MEMBERSHIP_TYPES,
  CHANNEL_NAME_MAX_LENGTH,
  TeamChannel as Channel,
  TeamChannelTabConfiguration as Configuration,
  TeamChannelTab as Tab,
} from '../../domain/channels/model.ts';
import { TeamMembershipPayload } from '../people.ts';
import {
  Closed,
  described,
  Id,
  Model,
  Nullable,
  Omissible,
  OneOf,
  Resource,
  readOnlyFields,
  shown,
} from '../schema.ts';

/** Microsoft Graph's limit of members in one request. */
const MAX_MEMBERS = 200;
const URL_MAX_LENGTH = 2048;

export const ChannelParams = Closed({
  teamId: Id('The team’s id'),
  channelId: Id('The channel’s id'),
});

export const TeamChannel = Resource('TeamChannel', shown(Channel));

export const TeamChannelPayload = Model('TeamChannelPayload', {
  displayName: Type.String({
    minLength: 1,
    description: `At most ${CHANNEL_NAME_MAX_LENGTH} characters; none of ~ # % & * { } + / \\ : < > ? | ' " , and no two dots in a row`,
  }),
  description: Omissible(Type.String({ maxLength: 1024 })),
  membershipType: Omissible(OneOf(CHANNEL_MEMBERSHIP_TYPES, { description: 'standard by default' })),
  members: Omissible(
    Type.Array(TeamMembershipPayload, {
      maxItems: MAX_MEMBERS,
      description: 'Members of a private or shared channel. Without an owner, the caller becomes one.',
    }),
  ),
  isFavoriteByDefault: Omissible(
    Type.Boolean({ description: 'Whether members see the channel in their list' }),
  ),
  ...readOnlyFields('id', 'createdDateTime', 'email', 'isArchived', 'summary', 'tenantId', 'webUrl'),
});

export const TeamChannelUpdate = Model(
  'TeamChannelUpdate',
  {
    displayName: Type.Optional(Type.String({ minLength: 1, description: 'As in TeamChannelPayload' })),
    description: Type.Optional(Nullable(Type.String({ maxLength: 1024 }))),
    membershipType: Type.Optional(
      OneOf(CHANNEL_MEMBERSHIP_TYPES, { description: 'Only the current value is accepted' }),
    ),
    ...readOnlyFields(
      'id',
      'createdDateTime',
      'email',
      'isArchived',
      'isFavoriteByDefault',
      'summary',
      'tenantId',
      'webUrl',
    ),
  },
  { examples: [{ displayName: 'Launch', description: 'Everything about the launch' }] },
);

export const TabParams = Closed({
  teamId: Id('The team’s id'),
  channelId: Id('The channel’s id'),
  tabId: Id('The tab’s id'),
});

export const TeamChannelTabConfiguration = Model('TeamChannelTabConfiguration', shown(Configuration));

const TabUrl = Omissible(Type.String({ maxLength: URL_MAX_LENGTH, description: 'An https address' }));

const TabConfigurationPayload = Closed({
  entityId: Omissible(Type.String({ maxLength: 256 })),
  contentUrl: TabUrl,
  websiteUrl: TabUrl,
  removeUrl: TabUrl,
  ...readOnlyFields('dateAdded', 'hasContent', 'wikiDefaultTab', 'wikiTabId'),
});

export const TeamChannelTab = Resource('TeamChannelTab', {
  ...shown(Tab),
  configuration: TeamChannelTabConfiguration,
});

const TabName = Type.String({ minLength: 1, maxLength: 128 });

export const TeamChannelTabPayload = Model(
  'TeamChannelTabPayload',
  {
    displayName: Omissible(TabName),
    name: Omissible(described(TabName, 'Same as displayName, as team templates write it')),
    teamsApp: Omissible(
      Closed({
        id: Type.String({ minLength: 1, maxLength: 200 }),
        ...readOnlyFields('externalId', 'displayName', 'distributionMethod'),
      }),
    ),
    'teamsApp@odata.bind': Omissible(
      Type.String({
        maxLength: URL_MAX_LENGTH,
        description: 'The app as Microsoft Graph writes it, instead of teamsApp',
        examples: [
          "https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('com.microsoft.teamspace.tab.web')",
        ],
      }),
    ),
    configuration: Omissible(TabConfigurationPayload),
    sortOrderIndex: Omissible(
      Type.String({
        maxLength: 15,
        description: 'Position among the tabs, as digits; last by default',
      }),
    ),
    ...readOnlyFields('id', 'webUrl'),
  },
  {
    examples: [
      {
        displayName: 'Launch plan',
        teamsApp: { id: 'com.microsoft.teamspace.tab.web' },
        configuration: { contentUrl: 'https://wiki.fabrikam.example/launch' },
      },
    ],
  },
);
