import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useMessages } from '../../base/messages.ts';
import { Section } from '../../components/Section.tsx';
import { ApprovalFields } from './ApprovalFields.tsx';
import { AudienceBuilder } from './AudienceBuilder.tsx';
import { ChannelContentFields } from './ChannelContentFields.tsx';
import { ContentFields } from './ContentFields.tsx';
import { ChoiceValue } from './fields/ChoiceValue.tsx';
import { ConventionValue } from './fields/ConventionValue.tsx';
import { CountValue } from './fields/CountValue.tsx';
import { LabelValue } from './fields/LabelValue.tsx';
import { ListValue } from './fields/ListValue.tsx';
import { PeopleValue } from './fields/PeopleValue.tsx';
import { PictureValue } from './fields/PictureValue.tsx';
import { SwitchValue } from './fields/SwitchValue.tsx';
import { TextValue } from './fields/TextValue.tsx';
import { LifecycleFields } from './LifecycleFields.tsx';
import { useValue } from './manifest-form.ts';
import { OwnStepFields } from './OwnStepFields.tsx';
import { QuestionDesigner } from './QuestionDesigner.tsx';
import { SettingFields } from './SettingFields.tsx';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalL, minWidth: 0 },
  pair: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(200px, 100%), 1fr))',
    alignItems: 'start',
  },
});

const CONFIGURATION = 'templateConfiguration';
interface TemplateFormProps {
  /** Whether the template is new and needs an id. */
  isNew: boolean;
  /** Preview of the texts, below their conventions. */
  preview: ReactNode;
  /** Preview of the questions, below their designer. */
  questions: ReactNode;
  /** Test of the audience, below its rule. */
  audience: ReactNode;
}

/** The manifest as a form. Each field edits one value of its text. */
export function TemplateForm({ isNew, preview, questions, audience }: TemplateFormProps) {
  const styles = useStyles();
  return (
    <div className={styles.form}>
      <IdentityFields isNew={isNew} />
      <TextFields preview={preview} />
      <QuestionDesigner preview={questions} />
      <AudienceFields audience={audience} />
      <MembershipFields />
      <ApprovalFields />
      <LifecycleFields />
      <ContentFields />
      <ChannelContentFields />
      <OwnStepFields />
      <SettingFields />
    </div>
  );
}

export function IdentityFields({ isNew }: { isNew: boolean }) {
  const styles = useStyles();
  const text = useMessages();
  const { value: name } = useValue([CONFIGURATION, 'name']);
  return (
    <Section title={text('templates.section.identity')}>
      <TextValue label={text('templates.field.name')} path={[CONFIGURATION, 'name']} required />
      <TextValue
        label={text('templates.field.id')}
        hint={text(isNew ? 'templates.field.idHint' : 'templates.field.idFixed')}
        path={[CONFIGURATION, 'id']}
        required
        isFixed={!isNew}
      />
      <TextValue label={text('templates.field.description')} path={[CONFIGURATION, 'description']} rows={2} />
      <PictureValue name={String(name ?? '')} />
      <div className={styles.pair}>
        <TextValue label={text('templates.field.language')} path={[CONFIGURATION, 'language']} />
        <ListValue
          label={text('templates.field.categories')}
          hint={text('templates.field.commas')}
          path={[CONFIGURATION, 'categories']}
        />
        <ListValue
          label={text('templates.field.tags')}
          hint={text('templates.field.commas')}
          path={[CONFIGURATION, 'tags']}
        />
        <LabelValue label={text('templates.field.label')} path={[CONFIGURATION, 'sensitivityLabelId']} />
      </div>
      <SwitchValue label={text('templates.field.enabled')} path={[CONFIGURATION, 'enabled']} absent />
      <SwitchValue
        label={text('templates.field.singleton')}
        path={[CONFIGURATION, 'singleton']}
        absent={false}
      />
    </Section>
  );
}

const TEXTS = [
  ['templates.field.naming', 'namingConvention', 'name'],
  ['templates.field.email', 'emailConvention', 'mailNickname'],
  ['templates.field.descriptionConvention', 'descriptionConvention', 'description'],
  ['templates.field.welcome', 'welcomeMessageConvention', 'welcomeMessage'],
] as const;

function TextFields({ preview }: { preview: ReactNode }) {
  const text = useMessages();
  const privacy = (['private', 'public', 'hiddenMembership'] as const).map((value) => ({
    value,
    label: text(`templates.privacy.${value}`),
  }));
  return (
    <Section title={text('templates.section.texts')}>
      {TEXTS.map(([label, key, result]) => (
        <ConventionValue key={key} label={text(label)} path={['newTeam', key]} result={result} />
      ))}
      {preview}
      <TextValue label={text('templates.field.defaultName')} path={['newTeam', 'defaultName']} />
      <ChoiceValue
        label={text('templates.field.privacy')}
        path={['newTeam', 'teamPrivacy']}
        choices={privacy}
        absent="private"
      />
      <SwitchValue
        label={text('templates.field.addRequester')}
        path={['newTeam', 'addRequesterAsTeamOwner']}
        absent
      />
    </Section>
  );
}

export function AudienceFields({ audience }: { audience: ReactNode }) {
  const text = useMessages();
  const path = [CONFIGURATION, 'audienceTargeting'];
  return (
    <Section title={text('templates.section.audience')}>
      <SwitchValue label={text('templates.field.targeted')} path={[...path, 'enabled']} absent={false} />
      <AudienceBuilder path={[...path, 'rules']} />
      <TextValue
        label={text('templates.field.rule')}
        hint={text('templates.field.ruleHint')}
        path={[...path, 'rules']}
        rows={3}
        isCode
      />
      {audience}
    </Section>
  );
}

function MembershipFields() {
  const styles = useStyles();
  const text = useMessages();
  const mandatory = [CONFIGURATION, 'mandatoryMembership'];
  const permanent = [CONFIGURATION, 'permanentMembership'];
  return (
    <Section title={text('templates.section.membership')}>
      <div className={styles.pair}>
        <CountValue
          label={text('templates.field.mandatoryOwners')}
          path={[...mandatory, 'owners']}
          most={20}
        />
        <CountValue
          label={text('templates.field.mandatoryMembers')}
          path={[...mandatory, 'members']}
          most={20}
        />
      </div>
      <PeopleValue
        label={text('templates.field.permanentOwners')}
        hint={text('templates.field.permanentHint')}
        path={[...permanent, 'owners']}
      />
      <PeopleValue label={text('templates.field.permanentMembers')} path={[...permanent, 'members']} />
    </Section>
  );
}
