import { Button, Field, makeStyles, tokens } from '@fluentui/react-components';
import { type ChangeEvent, useRef, useState } from 'react';
import { useMessages } from '../../../base/messages.ts';
import { useValue } from '../manifest-form.ts';
import { TemplatePicture } from '../TemplatePicture.tsx';

const MOST_BYTES = 64 * 1024;
const PATH = ['templateConfiguration', 'pictureUrl'] as const;

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

const toDataUri = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** The picture of the template, embedded in the manifest. */
export function PictureValue({ name }: { name: string }) {
  const styles = useStyles();
  const text = useMessages();
  const { value, problem, isReadOnly, set } = useValue(PATH);
  const [tooLarge, setTooLarge] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const url = typeof value === 'string' ? value : undefined;
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (file === undefined) return;
    setTooLarge(file.size > MOST_BYTES);
    if (file.size <= MOST_BYTES) set(await toDataUri(file));
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
              accept="image/png,image/jpeg"
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
