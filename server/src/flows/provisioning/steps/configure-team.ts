import { isCharterError, messageOf } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import { type Step, teamIdOf } from './step.ts';

export const setSensitivityLabel: Step = async ({ suite, tenantId, job, plan }) => {
  if (plan.sensitivityLabelId === null) {
    return { status: 'skipped', message: say('provisioning.noLabel', 'No sensitivity label is planned.') };
  }
  await suite.teams.setSensitivityLabel(tenantId, teamIdOf(job), plan.sensitivityLabelId);
  return { message: say('provisioning.labelSet', 'Set the sensitivity label.') };
};

export const SETTINGS_APPLIED = { message: say('provisioning.settingsApplied', 'Applied the settings.') };

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
