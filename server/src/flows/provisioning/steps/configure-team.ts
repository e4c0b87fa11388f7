import { isCharterError } from '../../../kernel/errors.ts';
import { count, type Step, teamIdOf } from './step.ts';

export const setSensitivityLabel: Step = async ({ suite, tenantId, job, plan }) => {
  if (plan.sensitivityLabelId === null)
    return { status: 'skipped', message: 'No sensitivity label is planned.' };
  await suite.teams.setSensitivityLabel(tenantId, teamIdOf(job), plan.sensitivityLabelId);
  return { message: 'Set the sensitivity label.' };
};

export const SETTINGS_APPLIED = { message: 'Applied the settings.' };

export const applySettings: Step = async ({ suite, tenantId, job, plan }) => {
  await suite.teams.update(tenantId, teamIdOf(job), plan.settings);
  return SETTINGS_APPLIED;
};

export const installApps: Step = async ({ suite, tenantId, job, plan }) => {
  await suite.teams.installApps(tenantId, teamIdOf(job), plan.apps);
  return { message: `Installed ${count(plan.apps.length, 'app')}.` };
};

/** Skips a picture that the suite rejects: the team is usable without it. */
export const setPicture: Step = async ({ suite, tenantId, job, plan }) => {
  if (plan.picture === null) return { status: 'skipped', message: 'No picture is planned.' };
  const { contentType, base64 } = plan.picture;
  try {
    const bytes = Buffer.from(base64, 'base64');
    await suite.teams.setPicture(tenantId, teamIdOf(job), { contentType, bytes });
    return { message: 'Set the picture.' };
  } catch (error) {
    if (!isCharterError(error) || error.code !== 'InvalidRequest') throw error;
    return { status: 'skipped', message: `Left the picture out: ${error.message}` };
  }
};
