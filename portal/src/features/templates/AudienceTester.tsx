import type { CatalogTemplateCheck } from '@charter/sdk';
import { Badge, Caption1, makeStyles, Spinner, Subtitle2, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { useStackStyles } from '../../components/stack.ts';
import { type ChosenPrincipal, PrincipalPicker } from '../users/PeoplePicker.tsx';

const useStyles = makeStyles({
  box: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorTransparentStroke}`,
    minWidth: 0,
  },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM, minHeight: '32px' },
  row: {
    display: 'grid',
    gridTemplateColumns: '110px minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    alignItems: 'baseline',
    overflowWrap: 'anywhere',
  },
  reason: { color: tokens.colorNeutralForeground2 },
  group: { minWidth: 0 },
  summary: {
    paddingBlock: tokens.spacingVerticalM,
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  share: { marginInlineEnd: tokens.spacingHorizontalM },
  // A group can have 200 members, so their list scrolls.
  members: { maxHeight: '320px', overflowY: 'auto', paddingInlineStart: tokens.spacingHorizontalL },
});

type Tests = NonNullable<CatalogTemplateCheck['audience']>;
type GroupTest = NonNullable<CatalogTemplateCheck['audienceGroups']>[number];

/** The API's limits of people and of groups in one check. */
const MAX_TESTED = { people: 200, groups: 5 };

/** Drops the groups that exceed the limit, beginning with the last one chosen. */
const withinLimit = (chosen: readonly ChosenPrincipal[]): readonly ChosenPrincipal[] => {
  const extra = chosen.filter(({ isGroup }) => isGroup).slice(MAX_TESTED.groups);
  return chosen.filter((each) => !extra.includes(each));
};

interface AudienceTesterProps {
  chosen: readonly ChosenPrincipal[];
  onChange: (chosen: readonly ChosenPrincipal[]) => void;
  tests: Tests | undefined;
  groupTests: readonly GroupTest[] | undefined;
  isUpdating: boolean;
}

/** Tests the audience with chosen people and members of chosen groups, and explains each result. */
export function AudienceTester(props: AudienceTesterProps) {
  const { chosen, onChange, tests = [], groupTests = [], isUpdating } = props;
  const styles = useStyles();
  const text = useMessages();
  const isFull = chosen.filter(({ isGroup }) => isGroup).length >= MAX_TESTED.groups;
  return (
    <section className={styles.box} aria-label={text('templates.audience.title')}>
      <div className={styles.head}>
        <Subtitle2 as="h3">{text('templates.audience.title')}</Subtitle2>
        {isUpdating && chosen.length > 0 && <Spinner size="extra-tiny" label={text('plan.updating')} />}
      </div>
      <PrincipalPicker
        label={text('templates.audience.people')}
        hint={isFull ? text('templates.audience.mostGroups', { count: MAX_TESTED.groups }) : ''}
        most={MAX_TESTED.people}
        chosen={chosen}
        onChange={(next) => onChange(withinLimit(next))}
      />
      {chosen.length === 0 && <Caption1>{text('templates.audience.nobody')}</Caption1>}
      {groupTests.map((test) => (
        <Group key={test.group} test={test} />
      ))}
      <TestList label={text('templates.audience.title')} tests={tests} />
    </section>
  );
}

function Group({ test: { group, displayName, isComplete, members } }: { test: GroupTest }) {
  const styles = useStyles();
  const text = useMessages();
  const name = displayName ?? group;
  const included = members.filter(({ isIncluded }) => isIncluded).length;
  const counts = { included, tested: members.length };
  return (
    <details className={styles.group}>
      <summary className={styles.summary}>
        <Badge className={styles.share} appearance="tint" color={included > 0 ? 'success' : 'danger'}>
          {text('templates.audience.share', counts)}
        </Badge>
        {name}
        {!isComplete && (
          <Caption1 block>{text('templates.audience.first', { count: members.length })}</Caption1>
        )}
      </summary>
      {members.length === 0 ? (
        <Caption1>{text('templates.audience.noMembers')}</Caption1>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a long group
        <section className={styles.members} tabIndex={0} aria-label={name}>
          <TestList label={name} tests={members} />
        </section>
      )}
    </details>
  );
}

function TestList({ label, tests }: { label: string; tests: Tests }) {
  const styles = useStyles();
  const stack = useStackStyles();
  const text = useMessages();
  if (tests.length === 0) return null;
  return (
    <ul className={stack.list} aria-label={label}>
      {tests.map(({ person, user, isIncluded, reason, error }) => (
        <li key={person} className={styles.row}>
          <Badge appearance="tint" color={isIncluded ? 'success' : 'danger'}>
            {text(isIncluded ? 'templates.audience.included' : 'templates.audience.excluded')}
          </Badge>
          <span>
            {user?.displayName ?? person}{' '}
            <span className={styles.reason}>{error ?? text(`templates.reason.${reason}`)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
