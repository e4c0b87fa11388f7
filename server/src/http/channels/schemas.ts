import Type from 'typebox';
import { CHANNEL_NAME_MAX_LENGTH } from '../../domain/channels/model.ts';
import { MemberUserIdentifier } from '../provisioning/schemas.ts';
import { Closed, DateTime, Id, Nullable, named, Omissible, OneOf, refTo } from '../schema.ts';

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
    description: Nullable(Type.String()),
    membershipType: MembershipType,
  }),
);

export const TeamChannelPayload = named(
  'TeamChannelPayload',
  Closed({
    displayName: Type.String({
      minLength: 1,
      description: `At most ${CHANNEL_NAME_MAX_LENGTH} characters; none of ~ # % & * { } + / \\ : < > ? | ' " , and no two dots in a row`,
    }),
    description: Type.Optional(Nullable(Type.String({ maxLength: 1024 }))),
    membershipType: Omissible(
      OneOf(['standard', 'private', 'shared'], { description: 'standard unless said' }),
    ),
    members: Omissible(
      Type.Array(Closed({ user: refTo(MemberUserIdentifier), role: OneOf(['member', 'owner']) }), {
        maxItems: MOST_MEMBERS,
        description: 'Of a private or shared channel. With no owner among them the caller is one.',
      }),
    ),
  }),
);

const TabUrl = Type.Optional(
  Nullable(Type.String({ maxLength: URL_MAX_LENGTH, description: 'An https address' })),
);

export const TeamChannelTabConfiguration = named(
  'TeamChannelTabConfiguration',
  Closed({
    entityId: Type.Optional(Nullable(Type.String({ maxLength: 256 }))),
    contentUrl: TabUrl,
    websiteUrl: TabUrl,
    removeUrl: TabUrl,
  }),
);

export const TeamChannelTabTeamsApp = named(
  'TeamChannelTabTeamsApp',
  Closed({
    id: Type.String(),
    externalId: Nullable(Type.String()),
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

export const TeamChannelTabPayload = named(
  'TeamChannelTabPayload',
  Closed({
    displayName: Type.String({ minLength: 1, maxLength: 128 }),
    teamsApp: Omissible(Closed({ id: Type.String({ minLength: 1, maxLength: 200 }) })),
    'teamsApp@odata.bind': Omissible(
      Type.String({
        maxLength: URL_MAX_LENGTH,
        description: 'The app as Microsoft Graph writes it, instead of teamsApp',
        examples: [
          "https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('com.microsoft.teamspace.tab.web')",
        ],
      }),
    ),
    configuration: Omissible(refTo(TeamChannelTabConfiguration)),
  }),
);
