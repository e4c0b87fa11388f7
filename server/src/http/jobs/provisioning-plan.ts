/** The schema of a provisioning plan. A dry run returns the plan, and a job stores it. */
import Type from 'typebox';
import { contentKinds } from '../../domain/catalog/content-kinds.ts';
import { CHANNEL_MEMBERSHIP_TYPES } from '../../domain/channels/model.ts';
import type { ChannelPlan as PlannedChannel } from '../../flows/channel-requests/plan.ts';
import type { ShownPlan } from '../../flows/provisioning/plan.ts';
import { TeamChannelTabConfiguration } from '../channels/schemas.ts';
import { LifecycleRules } from '../lifecycle-rules.ts';
import { ChosenResponse } from '../route.ts';
import { Closed, Flag, MessageFields, named, OneOf } from '../schema.ts';
import { ShownAnswer } from '../shown-answer.ts';

const Person = Closed({ id: Type.String(), displayName: Type.String() });

const Text = Type.Optional(Type.String());

const PlannedTab = Type.Object(
  {
    displayName: Type.String(),
    teamsAppId: Type.String(),
    configuration: Type.Optional(TeamChannelTabConfiguration),
    sortOrderIndex: Text,
  },
  { additionalProperties: true },
);

/** The lists of planned items, by kind. */
const PlannedLists = Object.fromEntries(
  contentKinds.flatMap(([key, { creation }]) => {
    if (creation === undefined) return [];
    const list = Type.Array(creation.schema);
    return [[key, creation.isAlwaysInPlan ? list : Type.Optional(list)]];
  }),
);

const PlannedContents = Type.Object(
  {
    displayName: Type.String({ description: 'Name of the channel' }),
    ...PlannedLists,
    copies: Type.Optional(
      Type.Array(
        Type.Object(
          { path: Type.String(), size: Type.Integer({ description: 'Bytes, with everything in a folder' }) },
          { additionalProperties: true },
        ),
        { description: 'Files and folders of the team to copy' },
      ),
    ),
    tabs: Type.Array(Type.Object({ displayName: Type.String() }, { additionalProperties: true })),
  },
  { additionalProperties: true },
);

const ApprovalConditions = Type.Array(
  Closed({
    stage: Type.Integer({ minimum: 1, description: 'Position of the stage in the template' }),
    when: Type.String({ description: 'The rule' }),
    outcome: OneOf(['met', 'unmet', 'failed'], {
      description: 'A stage whose condition failed is asked, like one whose condition is met',
    }),
    ...MessageFields,
  }),
  { description: 'Which conditional approval stages the request has, and why' },
);

const Verdicts = Type.Array(
  Closed({
    policy: Type.String(),
    outcome: OneOf(['passed', 'violated']),
    ...MessageFields,
    targets: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Of a violated policy: the members of the request that can change the verdict',
        examples: [['team.name']],
      }),
    ),
  }),
);

export const ProvisioningPlan = named(
  'ProvisioningPlan',
  Type.Object(
    {
      '@odata.context': Type.Optional(Type.String()),
      name: Type.String({ description: 'Final name of the team' }),
      mailNickname: Type.String(),
      description: Text,
      welcomeMessage: Text,
      classification: Text,
      picture: Type.Optional(Closed({ contentType: Type.String(), bytes: Type.Integer() })),
      primaryChannelTabs: Type.Array(PlannedTab),
      visibility: OneOf(['private', 'public', 'hiddenMembership']),
      sensitivityLabelId: Text,
      channels: Type.Array(
        Type.Object(
          {
            displayName: Type.String(),
            description: Text,
            ownerId: Text,
            membershipType: OneOf(['standard', 'private', 'shared']),
            tabs: Type.Array(PlannedTab),
          },
          { additionalProperties: true },
        ),
      ),
      contents: Type.Optional(
        Type.Array(PlannedContents, { description: 'Folders, files, plans and announcements, by channel' }),
      ),
      requester: Type.Optional(Person),
      owners: Type.Array(Person),
      members: Type.Array(Person),
      permanentOwners: Type.Array(Person),
      permanentMembers: Type.Array(Person),
      omissions: Type.Optional(
        Type.Array(Closed({ feature: Type.String(), ...MessageFields }), {
          description:
            'What the template asks for and the collaboration suite cannot do; the team is built without it',
        }),
      ),
      notices: Type.Optional(
        Type.Array(Closed({ code: Type.String(), ...MessageFields }), {
          description: 'What the requester should know about the collaboration suite now',
        }),
      ),
      lifecycle: Type.Optional(LifecycleRules),
      answers: Type.Optional(
        Type.Array(ShownAnswer, {
          description: 'The answers to the questions of the template, with defaults',
        }),
      ),
      ownSteps: Type.Optional(
        Type.Array(
          Closed({
            id: Type.String(),
            after: Type.String({ description: 'The built-in step after which it runs' }),
            timeout: Type.String({ description: 'ISO 8601 duration' }),
            hook: Closed({
              id: Type.Optional(Type.String({ description: 'Absent when no webhook was found' })),
              displayName: Type.String(),
            }),
          }),
          { description: 'Own steps: each calls a webhook. A dry run calls none' },
        ),
      ),
      steps: Type.Array(
        Type.String({ description: "The template's own steps have names of the form `ownStep:<id>`" }),
      ),
      approvalConditions: Type.Optional(ApprovalConditions),
      verdicts: Verdicts,
      reports: Type.Optional(
        Type.Array(
          Closed({
            policy: Type.String(),
            source: Closed({ id: Type.String(), name: Type.String() }),
            ...MessageFields,
          }),
          { description: 'Violations of policies in the mode `report`, which reject nothing' },
        ),
      ),
    },
    { additionalProperties: true },
  ),
);

const Omission = Closed({ person: Person, ...MessageFields });

export const ChannelPlan = named(
  'ChannelProvisioningPlan',
  Type.Object(
    {
      '@odata.context': Type.Optional(Type.String()),
      team: Person,
      channel: Closed({
        displayName: Type.String({ description: 'Final name of the channel' }),
        description: Text,
        membershipType: OneOf(CHANNEL_MEMBERSHIP_TYPES),
      }),
      template: Type.Object(
        { id: Type.String(), displayName: Type.String(), version: Type.String() },
        { additionalProperties: true },
      ),
      owners: Type.Array(Person, { description: 'Owners of a private or shared channel' }),
      members: Type.Array(Person, { description: 'Members of a private or shared channel' }),
      joining: Type.Array(Person, {
        description: 'People of the template who are added to the team, so that they can be in its channel',
      }),
      omissions: Type.Optional(
        Type.Array(Omission, { description: 'People who are left out of the channel, and why' }),
      ),
      answers: Type.Optional(Type.Array(ShownAnswer)),
      steps: Type.Array(Type.String()),
      approvalConditions: Type.Optional(ApprovalConditions),
      verdicts: Verdicts,
    },
    { additionalProperties: true },
  ),
);

export const DryRunQuery = Closed({
  dryRun: Flag('`true` returns 200 with the plan and its verdicts, and changes nothing'),
});

/** Returns the response to a dry run of a request for a channel. */
export const channelPlanResponse = (plan: PlannedChannel, baseUrl: string) =>
  new ChosenResponse(200, ChannelPlan, {
    '@odata.context': `${baseUrl}/$metadata#channelProvisioningPlans/$entity`,
    ...plan,
  });

/** Returns the response to a dry run. */
export const planResponse = (plan: ShownPlan, baseUrl: string) =>
  new ChosenResponse(200, ProvisioningPlan, {
    '@odata.context': `${baseUrl}/$metadata#provisioningPlans/$entity`,
    ...plan,
  });
