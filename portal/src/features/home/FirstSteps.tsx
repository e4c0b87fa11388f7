import { Body1, Body1Strong, Button, Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircleRegular, CircleRegular } from '@fluentui/react-icons';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { Section } from '../../components/Section.tsx';
import { useStackStyles } from '../../components/stack.ts';
import { type FirstStep, hideFirstSteps, useFirstSteps } from './first-steps.ts';

const useStyles = makeStyles({
  step: { display: 'flex', gap: tokens.spacingHorizontalM, alignItems: 'start' },
  icon: { fontSize: '24px', flexShrink: 0 },
  done: { color: tokens.colorStatusSuccessForeground1 },
  words: { display: 'grid', justifyItems: 'start', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  link: { color: tokens.colorBrandForegroundLink, '@media (forced-colors: active)': { color: 'LinkText' } },
});

/** Pages on which a step is done. The other steps are done on the machine of the service. */
const PAGES: Partial<Record<FirstStep, string>> = {
  roles: '/roles',
  templates: '/templates',
  labels: '/templates',
  policies: '/policies/new',
  lifecycle: '/policies/new',
};

/** Leads an administrator through the set-up of the organisation, until all is done or they hide it. */
export function FirstSteps({ tenant }: { tenant: string }) {
  const styles = useStyles();
  const stack = useStackStyles();
  const text = useMessages();
  const [isHidden, setHidden] = useState(false);
  const { data: steps } = useFirstSteps(tenant);
  if (isHidden || steps === undefined || steps.every(({ isDone }) => isDone)) return null;
  const hide = () => {
    hideFirstSteps(tenant);
    setHidden(true);
  };
  return (
    <Section title={text('home.first.title')}>
      <Body1>{text('home.first.intro')}</Body1>
      <ol className={stack.list}>
        {steps.map(({ step, isDone }) => {
          const to = PAGES[step];
          const Icon = isDone ? CheckmarkCircleRegular : CircleRegular;
          return (
            <li key={step} className={styles.step}>
              <Icon
                className={isDone ? `${styles.icon} ${styles.done}` : styles.icon}
                role="img"
                aria-label={text(isDone ? 'home.first.done' : 'home.first.open')}
              />
              <span className={styles.words}>
                <Body1Strong>{text(`home.first.${step}`)}</Body1Strong>
                <Caption1>{text(`home.first.how.${step}`)}</Caption1>
                {to !== undefined && !isDone && (
                  <Link to={to as '/'} className={styles.link}>
                    {text(`home.first.go.${step as 'roles'}`)}
                  </Link>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      <div>
        <Button onClick={hide}>{text('home.first.hide')}</Button>
      </div>
    </Section>
  );
}
