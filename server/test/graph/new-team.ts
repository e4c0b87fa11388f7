/** POST /teams: a team from a template, or from a group. */
import type { Channel, Team, TeamsTab } from '@microsoft/microsoft-graph-types';
import { installApp } from './apps.ts';
import { checkChannelName } from './channels.ts';
import { badRequest, conflict, noDirectoryObject } from './errors.ts';
import { MEMBER } from './members.ts';
import { startOperation } from './operations.ts';
import { type Call, isSeen, type Route } from './route.ts';
import {
  type Body,
  boundId,
  checkBody,
  type Fields,
  flag,
  list,
  name,
  oneOf,
  record,
  text,
} from './shapes.ts';
import { addTab, TAB } from './tabs.ts';
import { addTeam, newChannel, SETTINGS } from './teams.ts';
import type { StoredGroup } from './tenant.ts';
import { findUser } from './users.ts';

const TEMPLATES = ['standard', 'educationClass', 'educationStaff', 'educationProfessionalLearningCommunity'];

const CHANNEL: Fields<Channel> = {
  '@odata.type': text(),
  displayName: name(50),
  description: text(1024),
  isFavoriteByDefault: flag,
  membershipType: oneOf('standard', 'private'),
  tabs: list(record<TeamsTab>('teamsTab', TAB)),
  members: list(record('conversationMember', MEMBER)),
};

const TEAM: Fields<Team> = {
  ...SETTINGS,
  'template@odata.bind': text(),
  'group@odata.bind': text(),
  displayName: name(256),
  description: text(1024),
  classification: text(),
  firstChannelName: name(50),
  specialization: text(),
  visibility: oneOf('private', 'public', 'hiddenMembership'),
  channels: list(record<Channel>('channel', CHANNEL)),
  installedApps: list(record('teamsAppInstallation', { 'teamsApp@odata.bind': text() })),
  // A call without a user must name exactly one member: the owner.
  members: list(record('conversationMember', MEMBER), 1),
};

function groupFor(call: Call, body: Body): StoredGroup {
  const at = call.now.getTime();
  if (body['group@odata.bind'] !== undefined) {
    for (const property of ['displayName', 'visibility', 'specialization', 'members']) {
      if (body[property] !== undefined) throw badRequest(`'${property}' comes from the group.`);
    }
    const id = boundId(body['group@odata.bind'], 'groups');
    const group = call.tenant.groups.get(id);
    if (group === undefined || !isSeen(group, call.now)) throw noDirectoryObject(id);
    if (group.team !== undefined) throw conflict('The group already has a team.');
    if (group.owners.size === 0) throw badRequest('The group must have an owner.');
    return group;
  }
  const [member] = (body.members as Body[] | undefined) ?? [];
  if (member === undefined) {
    throw badRequest('A team owner must be provided when creating a team in application context.');
  }
  const owner = findUser(call, boundId(member['user@odata.bind'], 'users'));
  const displayName = body.displayName as string;
  const id = call.tenant.newId('team', displayName);
  // Teams derives the alias from the name and makes it unique.
  const nickname = `${displayName.replaceAll(/[^A-Za-z0-9]/g, '')}${id.slice(0, 8)}`;
  return {
    id,
    group: {
      id,
      displayName,
      description: (body.description as string | undefined) ?? '',
      groupTypes: ['Unified'],
      mailEnabled: true,
      mailNickname: nickname,
      mail: `${nickname}@${call.tenant.defaultDomain}`,
      securityEnabled: false,
      visibility: (body.visibility as string | undefined) ?? 'Public',
      createdDateTime: call.now.toISOString(),
    },
    owners: new Set([owner.id]),
    members: new Set([owner.id]),
    labels: [],
    createdAt: at,
    visibleAt: call.visibleAt('group'),
  };
}

function addContents(call: Call, group: StoredGroup, body: Body): void {
  const team = addTeam(call, group, body, call.visibleAt('team'));
  for (const installed of (body.installedApps as Body[] | undefined) ?? []) {
    installApp(call, team, boundId(installed['teamsApp@odata.bind'], 'teamsApps'));
  }
  for (const given of (body.channels as Body[] | undefined) ?? []) {
    const { tabs = [], members: _, '@odata.type': __, ...properties } = given;
    if (properties.displayName === 'General') continue;
    checkChannelName(team, properties.displayName as string);
    const channel = newChannel(call, group.id, properties as Channel, call.visibleAt('channel'));
    team.channels.set(channel.id, channel);
    for (const tab of tabs as Body[]) addTab(call, team, channel, tab);
  }
}

export const newTeamRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/teams',
    permissions: ['Team.Create', 'Group.ReadWrite.All', 'Directory.ReadWrite.All'],
    budgets: ['teamPost'],
    handle(call) {
      const required = (call.body as Body | undefined)?.['group@odata.bind']
        ? []
        : (['displayName'] as const);
      const body = checkBody<Team>(call.body, 'team', TEAM, ['template@odata.bind', ...required]);
      const template = boundId(body['template@odata.bind'], 'teamsTemplates');
      if (!TEMPLATES.includes(template)) throw badRequest(`Unknown template '${template}'.`);
      const group = groupFor(call, body);
      return startOperation(call, {
        teamId: group.id,
        type: 'createTeam',
        targetResourceId: group.id,
        targetResourceLocation: `/teams('${group.id}')`,
        effect() {
          if (!call.tenant.groups.has(group.id)) {
            call.tenant.groups.set(group.id, group);
            call.tenant.groupsByNickname.set(group.group.mailNickname?.toLowerCase() ?? '', group.id);
            call.tenant.changed('groups', 'created', group.id, call.now);
          }
          if (group.team === undefined) addContents(call, group, body);
        },
      });
    },
  },
];
