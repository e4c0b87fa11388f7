import Type, { type TOptional, type TUnknown } from 'typebox';
import { CHANNEL_NAME_MAX_LENGTH } from '../../domain/channels/model.ts';
import { TeamMembershipPayload } from '../people.ts';
import { Closed, DateTime, Id, named, Omissible, OneOf, refTo } from '../schema.ts';

const MembershipType = OneOf(['standard', 'private', 'shared']);

/** As many as Microsoft Graph takes with one request. */
const MOST_MEMBERS = 200;
const URL_MAX_LENGTH = 2048;

export const ChannelParams = Closed({
  teamId: Id('The team’s id'),
  channelId: Id('The channel’s id'),
});

export const TeamChannel = named(
  'TeamChannel',
  Closed({
    '@odata.context': Type.Optional(Type.String()),
    id: Type.String(),
    createdDateTime: DateTime,
    displayName: Type.String(),
    description: Type.Optional(Type.String()),
    membershipType: MembershipType,
  }),
);

/** What Microsoft Graph answers beside what can be set, so that a resource can be sent back as it was read. */
const asRead = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, Type.Optional(Type.Unknown({ description: 'Ignored' }))]),
  ) as Record<Name, TOptional<TUnknown>>;

export const TeamChannelPayload = named(
  'TeamChannelPayload',
  Closed({
    displayName: Type.String({
      minLength: 1,
      description: `At most ${CHANNEL_NAME_MAX_LENGTH} characters; none of ~ # % & * { } + / \\ : < > ? | ' " , and no two dots in a row`,
    }),
    description: Omissible(Type.String({ maxLength: 1024 })),
    membershipType: Omissible(
      OneOf(['standard', 'private', 'shared'], { description: 'standard unless said' }),
    ),
    members: Omissible(
      Type.Array(refTo(TeamMembershipPayload), {
        maxItems: MOST_MEMBERS,
        description: 'Of a private or shared channel. With no owner among them the caller is one.',
      }),
    ),
    isFavoriteByDefault: Omissible(Type.Boolean({ description: 'Whether members see it in their list' })),
    ...asRead('id', 'createdDateTime', 'email', 'isArchived', 'summary', 'tenantId', 'webUrl'),
  }),
);

export const TeamChannelTabConfiguration = named(
  'TeamChannelTabConfiguration',
  Closed({
    entityId: Type.Optional(Type.String()),
    contentUrl: Type.Optional(Type.String()),
    websiteUrl: Type.Optional(Type.String()),
    removeUrl: Type.Optional(Type.String()),
  }),
);

const TabUrl = Omissible(Type.String({ maxLength: URL_MAX_LENGTH, description: 'An https address' }));

const TabConfigurationPayload = Closed({
  entityId: Omissible(Type.String({ maxLength: 256 })),
  contentUrl: TabUrl,
  websiteUrl: TabUrl,
  removeUrl: TabUrl,
  ...asRead('dateAdded', 'hasContent', 'wikiDefaultTab', 'wikiTabId'),
});

export const TeamChannelTabTeamsApp = named(
  'TeamChannelTabTeamsApp',
  Closed({
    id: Type.String(),
    externalId: Type.Optional(Type.String()),
    displayName: Type.String(),
    distributionMethod: Type.String(),
  }),
);

export const TeamChannelTab = named(
  'TeamChannelTab',
  Closed({
    '@odata.context': Type.Optional(Type.String()),
    id: Type.String(),
    displayName: Type.String(),
    configuration: refTo(TeamChannelTabConfiguration),
    teamsApp: refTo(TeamChannelTabTeamsApp),
    sortOrderIndex: Type.String(),
    webUrl: Type.String(),
  }),
);

const TabName = Type.String({ minLength: 1, maxLength: 128 });

export const TeamChannelTabPayload = named(
  'TeamChannelTabPayload',
  Closed({
    displayName: Omissible(TabName),
    name: Omissible(Type.Unsafe<string>({ ...TabName, description: 'The same, as team templates write it' })),
    teamsApp: Omissible(
      Closed({
        id: Type.String({ minLength: 1, maxLength: 200 }),
        ...asRead('externalId', 'displayName', 'distributionMethod'),
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
        description: 'Place among the tabs, digits; behind the others unless said',
      }),
    ),
    ...asRead('id', 'webUrl'),
  }),
);
