import { teamCreated } from '../../../domain/teams/events.ts';
import type { SuiteTeam } from '../../../domain/teams/model.ts';
import { CharterError, isCharterError } from '../../../kernel/errors.ts';
import type { Step, StepContext } from './step.ts';

/**
 * Creates the team under the first free alias. A repeated call finds the team by its marker, whatever its alias.
 */
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
      });
    } catch (error) {
      if (!isCharterError(error) || error.code !== 'NameAlreadyExists') throw error;
    }
  }
  throw new CharterError(
    'NameAlreadyExists',
    'Every mail alias for this team is taken. Choose another name.',
  );
}

export const createTeam: Step = async (context) => {
  const { team, mailNickname } = await createUnderFreeAlias(context);
  return {
    message: `Created the team '${team.displayName}' with the mail alias '${mailNickname}'.`,
    subjectId: team.id,
    events: [
      teamCreated.happened({
        target: { type: 'team', id: team.id, displayName: team.displayName },
        payload: { team: { id: team.id } },
        originId: context.plan.template.id,
      }),
    ],
  };
};
