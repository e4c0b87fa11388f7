import { makeStyles, tokens } from '@fluentui/react-components';
import type { ComponentProps } from 'react';
import { useMessages } from '../../base/messages.ts';
import { Section } from '../../components/Section.tsx';
import { ApprovalFields } from './ApprovalFields.tsx';
import { ChoiceValue } from './fields/ChoiceValue.tsx';
import { ListValue } from './fields/ListValue.tsx';
import { PeopleValue } from './fields/PeopleValue.tsx';
import { SwitchValue } from './fields/SwitchValue.tsx';
import { TextValue } from './fields/TextValue.tsx';
import { QuestionDesigner } from './QuestionDesigner.tsx';
import { AudienceFields, IdentityFields, type TemplateForm } from './TemplateForm.tsx';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalL, minWidth: 0 },
});

const CHANNEL = 'newChannel';

/** The manifest of a channel template as a form. */
export function ChannelTemplateForm({
  isNew,
  questions,
  audience,
}: Omit<ComponentProps<typeof TemplateForm>, 'preview'>) {
  const styles = useStyles();
  const text = useMessages();
  const permanent = ['templateConfiguration', 'permanentMembership'];
  return (
    <div className={styles.form}>
      <IdentityFields isNew={isNew} />
      <ChannelFields />
      <QuestionDesigner preview={questions} />
      <AudienceFields audience={audience} />
      <Section title={text('templates.section.membership')}>
        <PeopleValue
          label={text('templates.field.permanentOwners')}
          hint={text('channelTemplates.peopleHint')}
          path={[...permanent, 'owners']}
        />
        <PeopleValue label={text('templates.field.permanentMembers')} path={[...permanent, 'members']} />
      </Section>
      <ApprovalFields />
    </div>
  );
}

function ChannelFields() {
  const text = useMessages();
  const types = (['standard', 'private', 'shared'] as const).map((value) => ({
    value,
    label: text(`channels.type.${value}`),
  }));
  const requesters = (['members', 'owners'] as const).map((value) => ({
    value,
    label: text(`channelTemplates.requesters.${value}`),
  }));
  return (
    <Section title={text('channelTemplates.section')}>
      <ChoiceValue
        label={text('channels.type')}
        path={[CHANNEL, 'membershipType']}
        choices={types}
        absent="standard"
      />
      <TextValue
        label={text('templates.field.naming')}
        hint={text('channelTemplates.conventionHint')}
        path={[CHANNEL, 'namingConvention']}
        rows={2}
        isCode
      />
      <TextValue
        label={text('templates.field.descriptionConvention')}
        path={[CHANNEL, 'descriptionConvention']}
        rows={2}
        isCode
      />
      <ChoiceValue
        label={text('channelTemplates.requesters')}
        path={[CHANNEL, 'requesters']}
        choices={requesters}
        absent="members"
      />
      <SwitchValue
        label={text('channelTemplates.addRequester')}
        path={[CHANNEL, 'addRequesterAsChannelOwner']}
        absent
      />
      <ListValue
        label={text('channelTemplates.teamTemplates')}
        hint={text('channelTemplates.teamsHint')}
        path={[CHANNEL, 'teams', 'templateIds']}
      />
      <ListValue
        label={text('channelTemplates.teamLabels')}
        hint={text('templates.field.commas')}
        path={[CHANNEL, 'teams', 'sensitivityLabelIds']}
      />
    </Section>
  );
}
