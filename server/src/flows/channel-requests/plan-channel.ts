/**
 * Plans a requested channel from the facts that it depends on: template, team, people, answers and the policy for
 * channels. Writes nothing except the records of failed rules.
 */
import { readStoredAnswers, resolveAnswers } from '../../domain/answers/resolve-answers.ts';
import { blueprintOf, type TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import { findTemplateFor } from '../../domain/catalog/find-template-for.ts';
import type { ChannelTemplate } from '../../domain/catalog/manifest-channel.ts';
import type { RuleScope } from '../../domain/catalog/rules.ts';
import { ruleScope } from '../../domain/catalog/scope.ts';
import { findChannelNameFault } from '../../domain/channels/name.ts';
import type { FoundPeople, Person } from '../../domain/directory/find-people.ts';
import { findUser } from '../../domain/directory/find-people.ts';
import type { User, UserProfile } from '../../domain/directory/model.ts';
import { rejectionOf } from '../../domain/policies/rejection.ts';
import { assertAllowed, readTeamAccess } from '../../domain/teams/access.ts';
import type { Hold } from '../../domain/teams/admission.ts';
import type { SuiteTeam } from '../../domain/teams/model.ts';
import type { TeamAccess } from '../../domain/teams/suite.ts';
import type { Cause, Principal } from '../../engine/principal.ts';
import { type ErrorDetail, invalidField, invalidFields, messageOf } from '../../kernel/errors.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { judgeChannel } from '../channels/admit-channel.ts';
import { assertRendered, oneLine, storable } from '../provisioning/conventions.ts';
import { resolvePeople, toFixedPeople, toRequestedPeople } from '../provisioning/people.ts';
import type { PlanningDeps } from '../provisioning/plan-provisioning.ts';
import { descriptionFault, judgeApproval } from '../provisioning/policies.ts';
import type { PendingApproval, RequiredApproval } from '../provisioning/ports.ts';
import { appliesTo, judgeRequestChannel } from './access.ts';
import {
  type Candidate,
  type ChannelCheck,
  type ChannelPlan,
  type ChannelVerdict,
  choosePeople,
  stepsOf,
} from './plan.ts';
import { readPlace } from './read-channel-templates.ts';
import type { ChannelRequest } from './request.ts';

export interface ChannelPlanningInput {
  teamId: string;
  request: ChannelRequest;
  /** Id of the job that would create the channel. */
  jobId: string;
  cause: Cause;
  /** The approval of a request that waits for a decision; people who have left meanwhile are omitted. */
  pending?: PendingApproval;
}

/** A plan, and the facts that it was made from. */
export interface PlannedChannel {
  plan: ChannelPlan;
  /** The request with the checked answers, as the job stores it. */
  request: ChannelRequest;
  blueprint: TeamBlueprint;
  approval: RequiredApproval;
  requester: User | undefined;
  /** People in the template or in a pending request who have left the directory, and unavailable approvers. */
  departed: Person[];
  /** Writes of the transaction that queues the job. Throws PolicyViolation. */
  hold: Hold | undefined;
}

/** The template, the team and the requester of a request that the caller may make. */
interface ReadRequest {
  access: TeamAccess;
  blueprint: TeamBlueprint;
  template: ChannelTemplate;
  requester: UserProfile | undefined;
}

const OWNERS = 'channel.membership.owners';
const MEMBERS = 'channel.membership.members';

/** @throws InvalidRequest at `channel.membership.owners` for an app that names no owner */
async function findRequesterId(
  { suite }: PlanningDeps,
  principal: Principal,
  { channel }: ChannelRequest,
): Promise<string> {
  if (principal.kind === 'user') return principal.id;
  const reference = channel.membership?.owners?.[0]?.id;
  if (reference === undefined) {
    throw invalidField(
      OWNERS,
      say('channelRequests.appOwner', 'An app must name at least one owner of the channel.'),
      'OwnerRequired',
    );
  }
  return (await findUser(suite, principal.tenantId, { path: `${OWNERS}[0].id`, reference })).id;
}

/** Messages of the 403. */
const REJECTIONS = {
  members: say(
    'channelRequests.membersOnly',
    'Only members and owners of the team may ask for channels in it.',
  ),
  owners: say(
    'channelRequests.ownersOnly',
    'Only owners of the team may ask for a channel by this template. Ask one of them.',
  ),
};

/**
 * Reads the team and the template, and authorises the caller. The requester of a pending request was authorised when it
 * was sent.
 * @throws NotFound, Forbidden, TeamArchived; InvalidRequest at `template.id`; PolicyViolation at `audience`
 */
async function readRequest(
  deps: PlanningDeps,
  principal: Principal,
  { teamId, request, pending }: Pick<ChannelPlanningInput, 'teamId' | 'request' | 'pending'>,
): Promise<ReadRequest> {
  const access = await readTeamAccess(deps, principal, teamId);
  const { isArchived } = access.suiteTeam.team;
  const judge = (template: Pick<ChannelTemplate, 'requesters'>): void =>
    assertAllowed(
      pending === undefined
        ? judgeRequestChannel(principal, access, template)
        : isArchived
          ? 'archived'
          : 'allowed',
      { kind: 'team', id: teamId },
      REJECTIONS[template.requesters],
    );
  // Callers who can't see the team learn nothing about templates.
  judge({ requesters: 'members' });
  const requesterId = await findRequesterId(deps, principal, request);
  const { template, requester } = await findTemplateFor(deps, principal, {
    templateId: request.template.id,
    requesterId,
    kind: 'channel',
  });
  const { channel } = template.structure;
  if (channel === undefined) throw new Error(`The template ${request.template.id} makes no channels.`);
  judge(channel);
  return { access, blueprint: blueprintOf(template), template: channel, requester };
}

/** Returns the variables of conventions and conditions: the requested texts, or the template's defaults. */
function scopeOf(
  principal: Principal,
  { channel, metadata = {} }: ChannelRequest,
  { access, blueprint, template, requester }: ReadRequest,
  people?: Pick<FoundPeople, 'owners' | 'members'>,
): RuleScope {
  const { displayName, description } = access.suiteTeam.team;
  return ruleScope({
    requester,
    principal,
    team: { name: displayName, description: description ?? '', welcomeMessage: '' },
    channel: {
      name: channel.name || (template.defaultName ?? ''),
      description: channel.description || (template.defaultDescription ?? ''),
      membershipType: template.membershipType,
    },
    metadata,
    templateName: blueprint.template.name,
    ...(people && { people }),
  });
}

/** @throws PolicyViolation naming each failed convention */
async function writeTexts(
  { rules }: PlanningDeps,
  tenantId: string,
  { blueprint, template }: ReadRequest,
  scope: RuleScope,
): Promise<{ name: string; description: string }> {
  const conventions = Object.fromEntries(
    (['namingConvention', 'descriptionConvention'] as const).flatMap((key) => {
      const source = template[key];
      return source === null ? [] : [[key, source]];
    }),
  );
  const outcomes =
    Object.keys(conventions).length > 0 ? await rules.renderConventions(tenantId, conventions, scope) : {};
  assertRendered(
    rules,
    { tenantId, template: blueprint.template },
    Object.entries(outcomes).flatMap(([key, outcome]) =>
      'failure' in outcome ? [[key, outcome.failure] as const] : [],
    ),
  );
  const rendered = (key: string, otherwise: string): string => {
    const outcome = outcomes[key];
    return outcome && 'text' in outcome ? outcome.text : otherwise;
  };
  const { name = '', description = '' } = scope.request.channel ?? {};
  return {
    name: oneLine(rendered('namingConvention', name)),
    description: storable(rendered('descriptionConvention', description)),
  };
}

/**
 * Returns the checked answers. Those of a pending request were checked when it was sent.
 * @throws InvalidRequest at each wrong or missing answer
 */
async function readAnswers(
  deps: PlanningDeps,
  principal: Principal,
  request: ChannelRequest,
  read: ReadRequest,
  isPending: boolean,
) {
  const { tenantId } = principal;
  const { questions } = read.blueprint;
  if (isPending) return readStoredAnswers(deps, tenantId, questions, request.metadata);
  const answers = await resolveChannelAnswers(deps, principal, request, read);
  if (answers.problems.length > 0) throw invalidFields(answers.problems);
  return answers;
}

const resolveChannelAnswers = (
  deps: PlanningDeps,
  principal: Principal,
  request: ChannelRequest,
  read: ReadRequest,
) =>
  resolveAnswers(deps, {
    tenantId: principal.tenantId,
    template: read.blueprint.template,
    questions: read.blueprint.questions,
    sent: request.metadata,
    scopeWith: (metadata) => scopeOf(principal, { ...request, metadata }, read),
  });

/**
 * Checks the answers of an unfinished request. Returns, for each question of the template, whether it is asked, its
 * answer or default, and the answer's fault.
 * @throws NotFound, Forbidden, TeamArchived; InvalidRequest at `template.id`; PolicyViolation at `audience`
 */
export async function checkChannelAnswers(
  deps: PlanningDeps,
  principal: Principal,
  { teamId, request }: Pick<ChannelPlanningInput, 'teamId' | 'request'>,
) {
  const read = await readRequest(deps, principal, { teamId, request });
  const { questions, shown, problems } = await resolveChannelAnswers(deps, principal, request, read);
  return { questions, problems, texts: new Map(shown.map(({ id, text }) => [id, text])) };
}

/** Rejects people of a request whom the channel can't have. Those of a pending request are omitted instead. */
function assertRequestedPeople(
  { channel: { membership = {} } }: ChannelRequest,
  type: ChannelTemplate['membershipType'],
  found: FoundPeople,
  chosen: ReturnType<typeof choosePeople>,
): void {
  const { owners = [], members = [] } = membership;
  if (type === 'standard' && owners.length + members.length > 0) {
    throw invalidField(
      'channel.membership',
      say('channelRequests.standardMembers', 'A standard channel has the members of its team. Leave it out.'),
    );
  }
  const left = new Map(chosen.omissions.map((omission) => [omission.person.id, omission]));
  const problems = (path: string, people: readonly User[]): ErrorDetail[] =>
    people.flatMap(({ id }) => {
      const omission = left.get(id);
      return omission === undefined ? [] : [{ target: path, code: 'CannotJoin', ...messageOf(omission) }];
    });
  const all = [...problems(OWNERS, found.owners), ...problems(MEMBERS, found.members)];
  if (all.length > 0) throw invalidFields(all);
}

const passed = (policy: ChannelCheck, message: Message): ChannelVerdict => ({
  policy,
  outcome: 'passed',
  ...message,
});

const violated = (policy: ChannelCheck, message: Message, targets?: readonly string[]): ChannelVerdict => ({
  policy,
  outcome: 'violated',
  ...message,
  ...(targets && { targets }),
});

const keyOf = (name: string): string => name.toLowerCase();

/** Returns why the team can't have a channel with this name; undefined when it can. */
async function nameFault(
  { suite }: PlanningDeps,
  tenantId: string,
  teamId: string,
  name: string,
): Promise<Message | undefined> {
  const fault = findChannelNameFault(name);
  if (fault !== undefined) return fault;
  const channels = await suite.channels.list(tenantId, teamId);
  return channels.some(({ displayName }) => keyOf(displayName) === keyOf(name))
    ? say('channels.nameTaken', "The team has a channel called '{name}' already. Choose another name.", {
        name,
      })
    : undefined;
}

/** Returns the ids of the people in the team. */
async function memberIdsOf(
  { suite }: PlanningDeps,
  tenantId: string,
  { team }: SuiteTeam,
): Promise<Set<string>> {
  return new Set((await suite.teams.listMembers(tenantId, team.id)).map(({ userId }) => userId));
}

/**
 * Plans the channel, with a verdict for each check, violated ones included.
 * @throws NotFound, Forbidden, TeamArchived; InvalidRequest at `template.id`, naming each person who can't be in the
 * channel, or naming each wrong or missing answer; PolicyViolation at `audience`, or naming each convention that failed
 */
export async function planChannel(
  deps: PlanningDeps,
  principal: Principal,
  input: ChannelPlanningInput,
): Promise<PlannedChannel> {
  const { tenantId } = principal;
  const { request, jobId, pending } = input;
  const isPending = pending !== undefined;
  const read = await readRequest(deps, principal, input);
  const { access, blueprint, template, requester } = read;
  const { suiteTeam } = access;
  const { membershipType } = template;
  const answers = await readAnswers(deps, principal, request, read, isPending);
  const answered = { ...request, metadata: answers.scope };
  const { membership } = request.channel;
  const named = {
    owners: toRequestedPeople(OWNERS, membership?.owners, isPending),
    members: toRequestedPeople(MEMBERS, membership?.members, isPending),
    permanentOwners: toFixedPeople('template.permanentMembership.owners', blueprint.permanentOwners),
    permanentMembers: toFixedPeople('template.permanentMembership.members', blueprint.permanentMembers),
  };
  const resolving = resolvePeople(deps.suite, principal, named, requester);
  const conditionScope = async () => scopeOf(principal, answered, read, (await resolving).found);
  const [texts, { found, departed }, inTeam, place, capabilities, approval] = await Promise.all([
    writeTexts(deps, tenantId, read, scopeOf(principal, answered, read)),
    resolving,
    membershipType === 'private' ? memberIdsOf(deps, tenantId, suiteTeam) : new Set<string>(),
    readPlace(deps, tenantId, suiteTeam),
    deps.suite.capabilities(tenantId),
    deps.approvals.findRequired(principal, blueprint, conditionScope, pending),
  ]);
  const candidateOf = ({ id, displayName, userType }: User): Candidate => ({
    id,
    displayName,
    isGuest: userType === 'Guest',
    isInTeam: inTeam.has(id),
  });
  const isOwner = template.addRequesterAsChannelOwner && principal.kind === 'user';
  const chosen = choosePeople(membershipType, {
    requester: isOwner && requester ? candidateOf(requester) : undefined,
    owners: found.owners.map(candidateOf),
    members: found.members.map(candidateOf),
    permanentOwners: found.permanentOwners.map(candidateOf),
    permanentMembers: found.permanentMembers.map(candidateOf),
  });
  if (!isPending) assertRequestedPeople(request, membershipType, found, chosen);
  const { owners, members, joining, omissions } = chosen;
  const channel = {
    displayName: texts.name,
    description: texts.description || null,
    membershipType,
  };
  const { id: teamId, displayName: teamName } = suiteTeam.team;
  const [fault, judged] = await Promise.all([
    nameFault(deps, tenantId, teamId, channel.displayName),
    judgeChannel(deps, tenantId, input.cause, suiteTeam, channel, 'template'),
  ]);
  const descriptionProblem = descriptionFault(texts.description);
  const verdicts: ChannelVerdict[] = [
    judgeApproval(approval),
    ...(appliesTo(template, place)
      ? []
      : [
          violated(
            'teams',
            say('channelRequests.otherTeams', "The template '{template}' is not for this team.", {
              template: blueprint.template.name,
            }),
          ),
        ]),
    fault === undefined
      ? passed(
          'channelName',
          say('channelRequests.name', "The channel is called '{name}'.", { name: texts.name }),
        )
      : violated('channelName', fault, ['channel.name']),
    ...(descriptionProblem
      ? [violated('channelDescription', descriptionProblem, ['channel.description'])]
      : []),
    ...(membershipType === 'shared' && !capabilities.sharedChannels
      ? [
          violated(
            'sharedChannels',
            say('channelRequests.noSharedChannels', 'The collaboration suite has no shared channels.'),
          ),
        ]
      : []),
    ...(membershipType !== 'standard' && owners.length === 0
      ? [
          violated(
            'channelOwner',
            say(
              'channelRequests.owner',
              'A private or shared channel needs an owner who is not a guest. Name one; of a private channel, a member of the team.',
            ),
            [OWNERS],
          ),
        ]
      : []),
    ...(judged.fault ? [violated('channels', judged.fault)] : []),
  ];
  const { id, name, version } = blueprint.template;
  const plan: ChannelPlan = {
    marker: jobId,
    template: { id, displayName: name, version },
    team: { id: teamId, displayName: teamName },
    channel,
    owners,
    members,
    joining,
    steps: stepsOf({ owners, members, joining }),
    ...(omissions.length > 0 && { omissions }),
    ...(answers.shown.length > 0 && { answers: answers.shown }),
    ...(approval.conditions.length > 0 && { approvalConditions: approval.conditions }),
    verdicts,
  };
  return {
    plan,
    request: {
      ...request,
      ...(request.metadata !== undefined || answers.shown.length > 0 ? { metadata: answers.metadata } : {}),
    },
    blueprint,
    approval,
    requester: principal.kind === 'user' ? requester : undefined,
    departed: [...departed, ...approval.stages.flatMap(({ unavailable = [] }) => unavailable)],
    hold: judged.hold,
  };
}

/**
 * Plans a channel that every check permits.
 * @throws the errors of planChannel; PolicyViolation that names every violated check
 */
export async function planCompliantChannel(
  deps: PlanningDeps,
  principal: Principal,
  input: ChannelPlanningInput,
): Promise<PlannedChannel> {
  const planned = await planChannel(deps, principal, input);
  const rejection = rejectionOf(planned.plan.verdicts);
  if (rejection !== undefined) throw rejection;
  return planned;
}
