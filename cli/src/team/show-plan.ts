import type { ProvisioningPlan } from '@charter/sdk';
import type { Session } from '../api-command.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { describeRules } from '../lifecycle/describe.ts';
import { joined } from '../output.ts';

const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? '' : 's'}`;

const namesOf = (...people: ProvisioningPlan['owners'][]): string | undefined =>
  joined(people.flat().map(({ displayName }) => displayName));

/** Returns the tabs to create, each with the name of its channel. Includes the tabs that show contents. */
const tabsOf = ({ primaryChannelTabs, channels, contents = [] }: ProvisioningPlan): string | undefined =>
  joined(
    [{ displayName: 'General', tabs: primaryChannelTabs }, ...channels, ...contents].flatMap(
      ({ displayName, tabs = [] }) => tabs.map((tab) => `${displayName}/${tab.displayName}`),
    ),
  );

/** Returns the contents to create, by kind. The contents of channels begin with the name of the channel. */
function contentsOf({ contents = [] }: ProvisioningPlan): Record<string, string | undefined> {
  return {
    folders: joined(
      contents.flatMap(({ displayName, folders }) => folders.map((path) => `${displayName}/${path}`)),
    ),
    files: joined(
      contents.flatMap(({ displayName, files, copies = [] }) =>
        [...files, ...copies].map(({ path, size }) => `${displayName}/${path} (${count(size, 'byte')})`),
      ),
    ),
    plans: joined(
      contents.flatMap(({ displayName, plans }) =>
        plans.map(({ name, buckets }) => {
          const tasks = buckets.reduce((sum, bucket) => sum + bucket.tasks.length, 0);
          return `${displayName}: ${name} (${count(tasks, 'task')})`;
        }),
      ),
    ),
    lists: joined(
      contents.flatMap(({ lists = [] }) =>
        lists.map(({ name, columns }) => `${name} (${count(columns.length, 'column')})`),
      ),
    ),
    pages: joined(contents.flatMap(({ pages = [] }) => pages.map(({ title }) => title))),
    announcements: joined(
      contents.flatMap(({ displayName, announcements = [] }) =>
        announcements.map((announcement) => `${displayName}: ${announcement.text.replace(/\s+/g, ' ')}`),
      ),
    ),
  };
}

/** Returns the own steps as text, in the order in which they run, each with the step before it. */
const ownStepsOf = ({ steps, ownSteps = [] }: ProvisioningPlan): string | undefined =>
  joined(
    steps.flatMap((name, index) => {
      const step = ownSteps.find(({ id }) => `ownStep:${id}` === name);
      if (step === undefined) return [];
      return `${step.id}: ${step.hook.displayName} (after ${steps[index - 1] ?? step.after}, at most ${step.timeout})`;
    }),
  );

/**
 * Prints the plan, notices about the suite, the conditions of the approval, omitted parts of the template, and the
 * verdicts.
 * @throws CommandFailure when the plan violates a policy
 */
export function showPlan({ output }: Session, plan: ProvisioningPlan): void {
  const { rules: lifecycle, ...limits } = describeRules(plan.lifecycle);
  output.fields(plan, {
    name: plan.name,
    'mail alias': plan.mailNickname,
    visibility: plan.visibility,
    description: plan.description,
    owners: namesOf(plan.owners, plan.permanentOwners),
    members: namesOf(plan.members, plan.permanentMembers),
    channels: joined(
      plan.channels.map(({ displayName, membershipType }) =>
        membershipType === 'standard' ? displayName : `${displayName} (${membershipType})`,
      ),
    ),
    tabs: tabsOf(plan),
    ...contentsOf(plan),
    lifecycle,
    ...limits,
    'own steps': ownStepsOf(plan),
    steps: plan.steps.join(', '),
  });
  const violated = plan.verdicts.filter(({ outcome }) => outcome === 'violated');
  if (!output.json) {
    const lines = [
      ...(plan.notices ?? []).map(({ message }) => `  ! ${message}`),
      ...(plan.approvalConditions ?? []).map(({ message }) => `  · ${message}`),
      ...(plan.omissions ?? []).map(({ message }) => `  – ${message}`),
      ...plan.verdicts.map(({ outcome, message }) => `  ${outcome === 'violated' ? '✗' : '✓'} ${message}`),
    ];
    output.result(undefined, lines.join('\n'));
  }
  if (violated.length === 0) return;
  throw new CommandFailure(EXIT.rejected, violated.map(({ message }) => message).join(' '));
}
