import { Button, Field, makeStyles, tokens } from '@fluentui/react-components';
import { type ChangeEvent, useRef, useState } from 'react';
import { toDataUri } from '../../../base/data-uri.ts';
import { useMessages } from '../../../base/messages.ts';
import { useValue } from '../manifest-form.ts';
import { isSmallPicture, PICTURE_PATH, PICTURE_TYPES } from '../picture-file.ts';
import { TemplatePicture } from '../TemplatePicture.tsx';

const useStyles = makeStyles({
  row: {
    border: 0,
    margin: 0,
    padding: 0,
    minWidth: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
  },
});

/** A field for the picture of the template, which the manifest embeds. */
export function PictureValue({ name }: { name: string }) {
  const styles = useStyles();
  const text = useMessages();
  const { value, problem, isReadOnly, set } = useValue(PICTURE_PATH);
  const [tooLarge, setTooLarge] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const url = typeof value === 'string' ? value : undefined;
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (file === undefined) return;
    setTooLarge(!isSmallPicture(file));
    if (isSmallPicture(file)) set(await toDataUri(file));
  };
  const shown = tooLarge ? { validationMessage: text('templates.field.pictureTooLarge') } : problem;
  return (
    <Field label={text('templates.field.picture')} hint={text('templates.field.pictureHint')} {...shown}>
      <fieldset className={styles.row}>
        <TemplatePicture name={name} pictureUrl={url} />
        {!isReadOnly && (
          <>
            <input
              ref={input}
              type="file"
              hidden
              accept={PICTURE_TYPES}
              aria-label={text('templates.field.picture')}
              onChange={(event) => void choose(event)}
            />
            <Button onClick={() => input.current?.click()}>{text('templates.action.choosePicture')}</Button>
            {url !== undefined && url !== '' && (
              <Button appearance="subtle" onClick={() => set(undefined)}>
                {text('templates.action.removePicture')}
              </Button>
            )}
          </>
        )}
      </fieldset>
    </Field>
  );
}
