/** Creates the team, and sets its label, settings, apps and picture. */
import type { Person } from '../../../domain/directory/find-people.ts';
import { teamCreated } from '../../../domain/teams/events.ts';
import type { Metadata } from '../../../domain/teams/metadata.ts';
import type { SuiteTeam } from '../../../domain/teams/model.ts';
import type { NewMember } from '../../../domain/teams/suite.ts';
import type { StepOutcome } from '../../../engine/jobs/define-job.ts';
import { CharterError, isCharterError, messageOf } from '../../../kernel/errors.ts';
import { say, sentences } from '../../../kernel/messages.ts';
import type { ProvisioningPlan } from '../plan.ts';
import { runWithoutDeparted } from './departed-people.ts';
import { type Step, type StepContext, teamIdOf } from './step.ts';

/** Returns all people of the plan. Adding them at the creation saves calls, and some suites need an owner at once. */
const firstMembersOf = (plan: ProvisioningPlan): NewMember[] => {
  const { requester, owners, permanentOwners, members, permanentMembers } = plan;
  const as = (role: NewMember['role'], people: readonly Person[]): NewMember[] =>
    people.map(({ id }) => ({ userId: id, role }));
  return [
    ...as('owner', [...(requester === null ? [] : [requester]), ...owners, ...permanentOwners]),
    ...as('member', [...members, ...permanentMembers]),
  ];
};

/** Creates the team under the first free alias. A retry finds the team by its marker, whatever its alias. */
async function createUnderFreeAlias({ suite, tenantId, plan }: StepContext): Promise<SuiteTeam> {
  for (const mailNickname of [plan.mailNickname, ...plan.otherMailNicknames]) {
    try {
      return await suite.teams.create(tenantId, {
        marker: plan.marker,
        displayName: plan.name,
        description: plan.description,
        visibility: plan.visibility,
        mailNickname,
        classification: plan.classification,
        settings: plan.settings,
        members: firstMembersOf(plan),
      });
    } catch (error) {
      if (!isCharterError(error) || error.code !== 'NameAlreadyExists') throw error;
    }
  }
  throw new CharterError(
    'NameAlreadyExists',
    say('provisioning.aliasesTaken', 'Every mail alias for this team is taken. Choose another name.'),
  );
}

const SETTINGS_APPLIED = { message: say('provisioning.settingsApplied', 'Applied the settings.') };

export const createTeam: Step = async (context) => {
  const { result, leftOut } = await runWithoutDeparted(context, (plan) =>
    createUnderFreeAlias({ ...context, plan }),
  );
  const { team, mailNickname } = result;
  const created: StepOutcome = {
    message: sentences([
      say('provisioning.teamCreated', "Created the team '{team}' with the mail alias '{alias}'.", {
        team: team.displayName,
        alias: mailNickname,
      }),
      ...leftOut,
    ]),
    subjectId: team.id,
    events: [
      teamCreated.happened({
        target: { type: 'team', id: team.id, displayName: team.displayName },
        payload: { team: { id: team.id } },
        originId: context.plan.template.id,
        subjectData: {
          templateVersion: context.plan.template.version,
          metadata: (context.job.request.metadata ?? {}) as Metadata,
        },
      }),
    ],
  };
  // Skips the next step: the team was created with its settings, and setting them again could undo later changes to an
  // adopted team.
  const isNext = context.job.steps[context.job.ledger.length + 1] === 'applySettings';
  return isNext ? [created, SETTINGS_APPLIED] : created;
};

export const setSensitivityLabel: Step = async ({ suite, tenantId, job, plan }) => {
  if (plan.sensitivityLabelId === null) {
    return { status: 'skipped', message: say('provisioning.noLabel', 'No sensitivity label is planned.') };
  }
  await suite.teams.setSensitivityLabel(tenantId, teamIdOf(job), plan.sensitivityLabelId);
  return { message: say('provisioning.labelSet', 'Set the sensitivity label.') };
};

export const applySettings: Step = async ({ suite, tenantId, job, plan }) => {
  await suite.teams.update(tenantId, teamIdOf(job), plan.settings);
  return SETTINGS_APPLIED;
};

export const installApps: Step = async ({ suite, tenantId, job, plan }) => {
  await suite.teams.installApps(tenantId, teamIdOf(job), plan.apps);
  return {
    message: say('provisioning.appsInstalled', 'Installed {count, plural, one {# app} other {# apps}}.', {
      count: plan.apps.length,
    }),
  };
};

/** Sets the picture. Skips one that the suite rejects, because the team is usable without it. */
export const setPicture: Step = async ({ suite, tenantId, job, plan }) => {
  if (plan.picture === null) {
    return { status: 'skipped', message: say('provisioning.noPicture', 'No picture is planned.') };
  }
  const { contentType, base64 } = plan.picture;
  try {
    const bytes = Buffer.from(base64, 'base64');
    await suite.teams.setPicture(tenantId, teamIdOf(job), { contentType, bytes });
    return { message: say('provisioning.pictureSet', 'Set the picture.') };
  } catch (error) {
    if (!isCharterError(error) || error.code !== 'InvalidRequest') throw error;
    const message = say('provisioning.pictureLeftOut', 'Left the picture out: {reason}', {
      reason: messageOf(error),
    });
    return { status: 'skipped', message };
  }
};
