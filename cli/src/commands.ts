/** Lists the commands that call the service. Each one is imported only when it is called. */
import type { Command } from 'commander';

export interface CommandFile {
  /** Adds arguments, options and the action. */
  define(command: Command): void;
}

export interface Verb {
  summary: string;
  load: () => Promise<CommandFile>;
}

export interface Noun {
  summary: string;
  verbs: Readonly<Record<string, Verb>>;
}

export interface Commands {
  /** Commands without a noun. */
  alone: Readonly<Record<string, Verb>>;
  nouns: Readonly<Record<string, Noun>>;
}

const ALONE: Readonly<Record<string, Verb>> = {
  login: { summary: 'Sign in with the browser', load: () => import('./login.ts') },
  logout: { summary: 'Sign out, and delete the stored tokens', load: () => import('./logout.ts') },
  profiles: { summary: 'List the stored sign-ins', load: () => import('./profiles.ts') },
  completion: {
    summary: 'Print a script for the completion of the shell',
    load: () => import('./completion.ts'),
  },
  overview: { summary: 'Show the figures of the organisation', load: () => import('./overview.ts') },
  whoami: { summary: 'Show the caller and what their roles allow', load: () => import('./whoami.ts') },
};

const NOUNS: Readonly<Record<string, Noun>> = {
  template: {
    summary: 'Templates of the catalog',
    verbs: {
      apply: {
        summary: 'Create or update templates from manifests',
        load: () => import('./template/apply.ts'),
      },
      check: {
        summary: 'Check a manifest, its texts and its audience without saving it',
        load: () => import('./template/check.ts'),
      },
      export: { summary: 'Write a template as a manifest', load: () => import('./template/export.ts') },
      list: { summary: 'List templates', load: () => import('./template/list.ts') },
      get: { summary: 'Show a template', load: () => import('./template/get.ts') },
      enable: { summary: 'Offer a template to requesters', load: () => import('./template/enable.ts') },
      disable: { summary: 'Hide a template from requesters', load: () => import('./template/disable.ts') },
      delete: { summary: 'Delete a template', load: () => import('./template/delete.ts') },
      versions: { summary: 'List the versions of a template', load: () => import('./template/versions.ts') },
    },
  },
  file: {
    summary: 'Files of channels',
    verbs: {
      list: { summary: 'List the files and folders of a channel', load: () => import('./file/list.ts') },
      download: {
        summary: 'Write a file of a channel to this machine',
        load: () => import('./file/download.ts'),
      },
    },
  },
  plan: {
    summary: 'Plans of channels',
    verbs: {
      list: { summary: 'List the tasks of the plans of a channel', load: () => import('./plan/list.ts') },
    },
  },
  team: {
    summary: 'Teams: request, change, archive, delete',
    verbs: {
      provision: {
        summary: 'Request a team built from a template',
        load: () => import('./team/provision.ts'),
      },
      list: { summary: 'List or search teams', load: () => import('./team/list.ts') },
      get: { summary: 'Show a team', load: () => import('./team/get.ts') },
      rename: { summary: 'Rename or describe a team that you own', load: () => import('./team/rename.ts') },
      update: { summary: 'Change a team', load: () => import('./team/update.ts') },
      archive: { summary: 'Archive a team', load: () => import('./team/archive.ts') },
      unarchive: { summary: 'Unarchive a team', load: () => import('./team/unarchive.ts') },
      delete: { summary: 'Delete a team', load: () => import('./team/delete.ts') },
      bulk: { summary: 'Change many teams in one job', load: () => import('./team/bulk.ts') },
      metadata: {
        summary: 'Show or change the answers of a team',
        load: () => import('./team/metadata.ts'),
      },
      permissions: { summary: 'Show what you may do in a team', load: () => import('./team/permissions.ts') },
      history: { summary: 'List the history of a team', load: () => import('./team/history.ts') },
    },
  },
  member: {
    summary: 'Members of teams',
    verbs: {
      list: { summary: 'List the members of a team', load: () => import('./member/list.ts') },
      add: { summary: 'Add members or owners to a team', load: () => import('./member/add.ts') },
      update: {
        summary: 'Change the role of a member, or the stay of a guest',
        load: () => import('./member/update.ts'),
      },
      remove: { summary: 'Remove a member from a team', load: () => import('./member/remove.ts') },
    },
  },
  channel: {
    summary: 'Channels of teams',
    verbs: {
      list: { summary: 'List the channels of a team', load: () => import('./channel/list.ts') },
      create: { summary: 'Create a channel', load: () => import('./channel/create.ts') },
      request: {
        summary: 'Request a channel from a channel template',
        load: () => import('./channel/request.ts'),
      },
      templates: {
        summary: 'List the channel templates of a team, or of the catalog',
        load: () => import('./channel/templates.ts'),
      },
      update: { summary: 'Rename or describe a channel', load: () => import('./channel/update.ts') },
      archive: { summary: 'Archive a channel', load: () => import('./channel/archive.ts') },
      unarchive: { summary: 'Unarchive a channel', load: () => import('./channel/unarchive.ts') },
      delete: { summary: 'Delete a channel', load: () => import('./channel/delete.ts') },
      primary: { summary: 'Show the primary channel of a team', load: () => import('./channel/primary.ts') },
      violations: {
        summary: 'List the channels that violate policies',
        load: () => import('./channel/violations.ts'),
      },
      allow: {
        summary: 'Allow a channel that violates a policy',
        load: () => import('./channel/allow.ts'),
      },
    },
  },
  tab: {
    summary: 'Tabs of channels',
    verbs: {
      list: { summary: 'List the tabs of a channel', load: () => import('./tab/list.ts') },
      create: { summary: 'Create a tab in a channel', load: () => import('./tab/create.ts') },
      delete: { summary: 'Delete a tab', load: () => import('./tab/delete.ts') },
    },
  },
  job: {
    summary: 'Jobs that build, archive and change teams',
    verbs: {
      list: { summary: 'List jobs, newest first', load: () => import('./job/list.ts') },
      get: { summary: 'Show a job', load: () => import('./job/get.ts') },
      watch: { summary: 'Watch a job until it ends', load: () => import('./job/watch.ts') },
      teams: { summary: 'List the results of a bulk job by team', load: () => import('./job/teams.ts') },
      approve: {
        summary: 'Approve a change of another administrator',
        load: () => import('./job/approve.ts'),
      },
      reject: {
        summary: 'Reject a change of another administrator',
        load: () => import('./job/reject.ts'),
      },
      cancel: { summary: 'Cancel a job', load: () => import('./job/cancel.ts') },
      retry: { summary: 'Retry a failed job', load: () => import('./job/retry.ts') },
    },
  },
  audit: {
    summary: 'Audit trails: read, export, verify',
    verbs: {
      trails: { summary: 'List the audit trails', load: () => import('./audit/trails.ts') },
      list: { summary: 'List the records of a trail', load: () => import('./audit/list.ts') },
      export: { summary: 'Write the records of trails to a file', load: () => import('./audit/export.ts') },
      verify: {
        summary: 'Verify exported records offline',
        load: () => import('./audit/verify.ts'),
      },
      keys: { summary: 'Print the public keys of the checkpoints', load: () => import('./audit/keys.ts') },
    },
  },
  approval: {
    summary: 'Approval of requests for teams',
    verbs: {
      list: { summary: 'List requests', load: () => import('./approval/list.ts') },
      get: { summary: 'Show a request', load: () => import('./approval/get.ts') },
      approve: { summary: 'Approve a request', load: () => import('./approval/approve.ts') },
      reject: { summary: 'Reject a request', load: () => import('./approval/reject.ts') },
      delegate: {
        summary: 'Delegate your decision to a deputy',
        load: () => import('./approval/delegate.ts'),
      },
      ask: { summary: 'Ask the requester for more information', load: () => import('./approval/ask.ts') },
      'withdraw-question': {
        summary: 'Withdraw a question to the requester',
        load: () => import('./approval/withdraw-question.ts'),
      },
      answer: { summary: 'Answer a question about your request', load: () => import('./approval/answer.ts') },
      comment: { summary: 'Comment on a pending request', load: () => import('./approval/comment.ts') },
      withdraw: { summary: 'Withdraw your own request', load: () => import('./approval/withdraw.ts') },
    },
  },
  notification: {
    summary: 'Your notifications, and what you get by mail',
    verbs: {
      list: { summary: 'List your notifications', load: () => import('./notification/list.ts') },
      read: { summary: 'Mark notifications as read', load: () => import('./notification/read.ts') },
      settings: {
        summary: 'Show or choose what you get by mail',
        load: () => import('./notification/settings.ts'),
      },
    },
  },
  lifecycle: {
    summary: 'Lifecycle of unused teams: ask owners, archive, delete',
    verbs: {
      simulate: { summary: 'Show what a run would do', load: () => import('./lifecycle/simulate.ts') },
      run: { summary: 'Start a run', load: () => import('./lifecycle/run.ts') },
      runs: { summary: 'List runs, or the results of one run', load: () => import('./lifecycle/runs.ts') },
      status: {
        summary: 'Show the lifecycle status of a team',
        load: () => import('./lifecycle/status.ts'),
      },
      renew: { summary: 'Renew a team that is still needed', load: () => import('./lifecycle/renew.ts') },
    },
  },
  owner: {
    summary: 'Owners that teams need, and requests to own a team',
    verbs: {
      list: { summary: 'List teams with too few or too many owners', load: () => import('./owner/list.ts') },
      status: { summary: 'Show the owners that a team needs', load: () => import('./owner/status.ts') },
      requests: { summary: 'List requests to you to own a team', load: () => import('./owner/requests.ts') },
      accept: { summary: 'Accept to own a team', load: () => import('./owner/accept.ts') },
      decline: { summary: 'Decline to own a team', load: () => import('./owner/decline.ts') },
    },
  },
  report: {
    summary: 'Reports about all teams, guests and requests',
    verbs: {
      teams: {
        summary: 'Report teams with owners, guests, answers and storage',
        load: () => import('./report/teams.ts'),
      },
      guests: { summary: 'Report guests by mail domain', load: () => import('./report/guests.ts') },
      requests: {
        summary: 'Report requests by the answer to a question',
        load: () => import('./report/requests.ts'),
      },
    },
  },
  directory: {
    summary: 'The directory of teams: teams that you are not in',
    verbs: {
      list: { summary: 'List or search the directory', load: () => import('./directory/list.ts') },
      get: { summary: 'Show a team of the directory', load: () => import('./directory/get.ts') },
      similar: {
        summary: 'Find teams with a similar name',
        load: () => import('./directory/similar.ts'),
      },
    },
  },
  'join-request': {
    summary: 'Requests of people to join teams',
    verbs: {
      create: { summary: 'Ask to join a team', load: () => import('./join-request/create.ts') },
      list: {
        summary: 'List requests that you decide, or your own',
        load: () => import('./join-request/list.ts'),
      },
      accept: { summary: 'Accept a request to join', load: () => import('./join-request/accept.ts') },
      decline: { summary: 'Decline a request to join', load: () => import('./join-request/decline.ts') },
      withdraw: {
        summary: 'Withdraw your request to join',
        load: () => import('./join-request/withdraw.ts'),
      },
    },
  },
  review: {
    summary: 'Reviews of the guests and members of teams',
    verbs: {
      list: { summary: 'List reviews', load: () => import('./review/list.ts') },
      get: { summary: 'Show a review with its people', load: () => import('./review/get.ts') },
      decide: { summary: 'Decide about people of a review', load: () => import('./review/decide.ts') },
    },
  },
  hook: {
    summary: 'Webhooks: receive events',
    verbs: {
      create: { summary: 'Create a webhook', load: () => import('./hook/create.ts') },
      list: { summary: 'List webhooks', load: () => import('./hook/list.ts') },
      get: { summary: 'Show a webhook', load: () => import('./hook/get.ts') },
      update: {
        summary: 'Change, disable or enable a webhook',
        load: () => import('./hook/update.ts'),
      },
      delete: { summary: 'Delete a webhook', load: () => import('./hook/delete.ts') },
      test: {
        summary: 'Send a test message and show the result',
        load: () => import('./hook/test.ts'),
      },
      deliveries: {
        summary: 'List the deliveries of a webhook',
        load: () => import('./hook/deliveries.ts'),
      },
      redeliver: { summary: 'Redeliver messages', load: () => import('./hook/redeliver.ts') },
      'rotate-secret': {
        summary: 'Replace the secret of a webhook',
        load: () => import('./hook/rotate-secret.ts'),
      },
      events: {
        summary: 'List the events that webhooks can subscribe to',
        load: () => import('./hook/events.ts'),
      },
      sign: { summary: 'Compute the signature of a message', load: () => import('./hook/sign.ts') },
      listen: {
        summary: 'Receive, verify and print messages during development',
        load: () => import('./hook/listen.ts'),
      },
    },
  },
  policy: {
    summary: 'Policies that teams must comply with',
    verbs: {
      list: { summary: 'List policies', load: () => import('./policy/list.ts') },
      get: { summary: 'Show a policy', load: () => import('./policy/get.ts') },
      apply: {
        summary: 'Create or update policies from a file',
        load: () => import('./policy/apply.ts'),
      },
      delete: { summary: 'Delete a policy', load: () => import('./policy/delete.ts') },
      report: { summary: 'Show the teams a policy affects', load: () => import('./policy/report.ts') },
      teams: { summary: 'List the teams a policy is attached to', load: () => import('./policy/teams.ts') },
      attach: { summary: 'Attach a policy to teams', load: () => import('./policy/attach.ts') },
      detach: { summary: 'Detach a policy from teams', load: () => import('./policy/detach.ts') },
      check: {
        summary: 'Check a name or a visibility against the policies',
        load: () => import('./policy/check.ts'),
      },
    },
  },
  user: {
    summary: 'People of the directory',
    verbs: {
      list: { summary: 'List or search people', load: () => import('./user/list.ts') },
      import: {
        summary: 'Create or update people of the directory from a file',
        load: () => import('./user/import.ts'),
      },
      impact: { summary: 'Show what depends on a person', load: () => import('./user/impact.ts') },
      leavers: {
        summary: 'List people who have left and still have teams, roles or other objects',
        load: () => import('./user/leavers.ts'),
      },
    },
  },
  person: {
    summary: 'Data stored about a person',
    verbs: {
      export: { summary: 'Export what is stored about a person', load: () => import('./person/export.ts') },
      erase: { summary: 'Erase a person', load: () => import('./person/erase.ts') },
      hold: { summary: 'Place a legal hold on a person', load: () => import('./person/hold.ts') },
      release: { summary: 'Remove the legal hold on a person', load: () => import('./person/release.ts') },
    },
  },
  group: {
    summary: 'Groups of the directory',
    verbs: {
      list: { summary: 'List or search groups', load: () => import('./group/list.ts') },
      members: { summary: 'List the people of a group', load: () => import('./group/members.ts') },
    },
  },
  organization: {
    summary: 'Name, logo, colour and links of the organisation',
    verbs: {
      get: { summary: 'Show the branding', load: () => import('./organization/get.ts') },
      update: { summary: 'Change the branding', load: () => import('./organization/update.ts') },
    },
  },
  role: {
    summary: 'Roles of people and apps',
    verbs: {
      list: { summary: 'List role assignments', load: () => import('./role/list.ts') },
      assign: { summary: 'Assign a role to a person or an app', load: () => import('./role/assign.ts') },
      remove: { summary: 'Remove a role from a person or an app', load: () => import('./role/remove.ts') },
    },
  },
  app: {
    summary: 'Apps that call with Basic credentials',
    verbs: {
      list: { summary: 'List apps', load: () => import('./app/list.ts') },
      get: { summary: 'Show an app with its secrets', load: () => import('./app/get.ts') },
      create: { summary: 'Register an app', load: () => import('./app/create.ts') },
      update: {
        summary: 'Rename, limit, disable or enable an app',
        load: () => import('./app/update.ts'),
      },
      delete: { summary: 'Delete an app', load: () => import('./app/delete.ts') },
      'add-secret': { summary: 'Add a secret to an app', load: () => import('./app/add-secret.ts') },
      'remove-secret': {
        summary: 'Remove a secret from an app',
        load: () => import('./app/remove-secret.ts'),
      },
      'rotate-secret': {
        summary: 'Replace the secrets of an app by a new one',
        load: () => import('./app/rotate-secret.ts'),
      },
    },
  },
  'teams-app': {
    summary: 'The portal as an app of Microsoft Teams',
    verbs: {
      package: {
        summary: 'Write the app package for Microsoft Teams',
        load: () => import('./teams-app/package.ts'),
      },
    },
  },
  label: {
    summary: 'Sensitivity labels',
    verbs: { list: { summary: 'List your sensitivity labels', load: () => import('./label/list.ts') } },
  },
};

export const COMMANDS: Commands = { alone: ALONE, nouns: NOUNS };
