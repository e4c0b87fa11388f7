/** The callers of the acceptance tests: people and apps of the sample organisation, by role. */

export type Caller = 'owner' | 'member' | 'stranger' | 'admin' | 'integrator' | 'app' | 'foreigner';

interface Identity {
  /** Option of `charter token`. */
  flag: '--user' | '--app';
  /** User principal name, or id of the app. */
  name: string;
}

export const CALLERS: Record<Caller, Identity> = {
  /** Owns the teams of the tests. */
  owner: { flag: '--user', name: 'ruben.dewit@meridian.example' },
  /** Is a member of the teams. */
  member: { flag: '--user', name: 'ines.carvalho@meridian.example' },
  /** Is in no team and has no role. */
  stranger: { flag: '--user', name: 'priya.raman@meridian.example' },
  /** GLOBAL_ADMIN. */
  admin: { flag: '--user', name: 'nadia.okafor@meridian.example' },
  /** INTEGRATION_MANAGER. */
  integrator: { flag: '--user', name: 'ivo.marek@meridian.example' },
  /** A registered app of the same tenant. */
  app: { flag: '--app', name: '4d657269-6469-4a6e-8000-000000000401' },
  /** GLOBAL_ADMIN of another tenant. */
  foreigner: { flag: '--user', name: 'maya.cohen@harbor.example' },
};

/** Returns the subject of the caller's token. */
export function subjectOf(caller: Caller): { user: string } | { app: string } {
  const { flag, name } = CALLERS[caller];
  return flag === '--app' ? { app: name } : { user: name };
}

/** A person of the tenant who is not one of the callers. */
export const NEWCOMER = 'stefan.huber@meridian.example';

/** A person of the other tenant. */
export const FOREIGN_PERSON = 'arun.patel@harbor.example';

/** Distinguishes runs against the same service. */
export const RUN_ID = `${process.pid}-${Date.now().toString(36)}`;

/** Id of the template from which the acceptance tests create their teams. */
export const TEMPLATE = 'acceptance-plain';

const page = (path: string) => ({
  'teamsApp@odata.bind':
    "https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('com.microsoft.teamspace.tab.web')",
  configuration: { contentUrl: `https://pages.meridian.example/${path}` },
});

/** Id of the template whose teams need the approval of `member`. */
export const GUARDED_TEMPLATE = 'acceptance-guarded';

/** A template for everybody. It has no naming conventions, so that teams equal their requests. */
export const MANIFEST = {
  manifestVersion: '1.0',
  publisher: { name: 'Acceptance' },
  templateConfiguration: {
    id: TEMPLATE,
    name: 'Acceptance plain',
    description: 'For the acceptance suites',
    language: 'en-US',
    enabled: true,
    lifecycle: { enabled: true, inactivityDays: 90, graceDays: 30, action: 'Archive' },
  },
  newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: false },
  initialization: {
    structure: {
      channels: [
        { displayName: 'General', tabs: [{ displayName: 'Home', ...page('home') }] },
        {
          displayName: 'Planning',
          description: 'What comes next',
          tabs: [{ displayName: 'Plan', ...page('plan') }],
        },
      ],
    },
    contents: {
      channels: [
        {
          folders: [{ path: 'Minutes' }],
          files: [{ path: 'Minutes/Read me.txt', source: 'data:,Write%20here.' }],
          plans: [
            { name: 'First steps', buckets: [{ name: 'Now', tasks: [{ title: 'Meet', dueDays: 7 }] }] },
          ],
        },
      ],
    },
  },
};

/** A template of private channels for members, with a question. */
export const CHANNEL_TEMPLATE = 'acceptance-channel';
export const CHANNEL_MANIFEST = {
  manifestVersion: '1.0',
  publisher: { name: 'Acceptance' },
  templateConfiguration: {
    id: CHANNEL_TEMPLATE,
    name: 'Acceptance channel',
    language: 'en-US',
    enabled: true,
    questions: [{ id: 'client', title: 'Client', required: true }],
  },
  newChannel: {
    membershipType: 'private',
    namingConvention: '<%= request.metadata.client %> - <%= request.channel.name %>',
  },
};

/** The template of MANIFEST under another id, with an approval by `member`. */
export const GUARDED_MANIFEST = {
  ...MANIFEST,
  templateConfiguration: {
    ...MANIFEST.templateConfiguration,
    id: GUARDED_TEMPLATE,
    name: 'Acceptance guarded',
    approval: { requireApproval: true, approvalTeam: [{ id: CALLERS.member.name }] },
  },
};
