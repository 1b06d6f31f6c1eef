import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it } from 'vitest'
import ui from '#app/i18n/locales/en/ui.json'
import { Checkbox } from './checkbox.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { Field } from './field.tsx'
import { MoneyField } from './money-field.tsx'
import { PasswordField } from './password-field.tsx'
import { RadioGroup } from './radio-group.tsx'
import { RowErrors } from './row-errors.tsx'
import { Select } from './select.tsx'
import { SubmitButton } from './submit-button.tsx'
import { TextArea } from './text-area.tsx'
import { useForm } from './use-form.ts'

interface Values {
  title: string
  category: string
  urgency: string
  terms: boolean
  password: string
  description: string
  budget: number
}

const refused: SubmissionResult<string[]> = {
  status: 'error',
  initialValue: { title: 'Kitchen', category: 'roofing', urgency: 'high', terms: 'on', description: 'All of it' },
  error: { title: ['validation:tooShort?min=8'], budget: ['Too much'], '': ['Not today'] },
}

function Sample() {
  const [form, fields] = useForm<Values>({ id: 'sample', lastResult: refused, defaultValue: { budget: 12.5 } })
  return (
    <Form method="post" id={form.id} noValidate>
      <ErrorSummary form={form} labels={{ title: 'Title' }} />
      <Field field={fields.title} label="Title" hint="Short" />
      <Select field={fields.category} label="Category" options={[{ value: 'roofing', label: 'Roofing' }]} />
      <RadioGroup
        field={fields.urgency}
        label="Urgency"
        options={[
          { value: 'low', label: 'Low' },
          { value: 'high', label: 'High' },
        ]}
      />
      <Checkbox field={fields.terms} label="Terms" />
      <PasswordField field={fields.password} label="Password" autoComplete="new-password" />
      <TextArea field={fields.description} label="Description" />
      <MoneyField field={fields.budget} label="Budget" errorsInRow />
      <RowErrors
        fields={[
          { field: fields.description, label: 'Description' },
          { field: fields.budget, label: 'Budget' },
        ]}
      />
      <SubmitButton>Save</SubmitButton>
    </Form>
  )
}

it('a conform form keeps the input, and shows errors at the field and above the form', () => {
  const i18n = i18next.createInstance()
  i18n.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { ui, validation: { tooShort: 'At least {{min}} characters' } } },
    initAsync: false,
  })
  const router = createMemoryRouter([{ id: 'root', path: '/', element: <Sample /> }])
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  )
  expect(html).toMatch(
    /<div role="alert"[^>]*>.*<a href="#sample-title"[^>]*>Title: At least 8 characters<\/a>.*Not today/s,
  )
  expect(html).toMatch(
    /<input(?=[^>]*id="sample-title")(?=[^>]*aria-invalid="true")(?=[^>]*aria-describedby="sample-title-hint sample-title-error")(?=[^>]*value="Kitchen")/,
  )
  expect(html).toMatch(/<input(?=[^>]*id="sample-budget")(?=[^>]*aria-describedby="sample-budget-error")/)
  expect(html.match(/id="sample-budget-error"/g)).toHaveLength(1)
  expect(html).toMatch(
    /<div class="col-span-full[^>]*><p id="sample-budget-error".*Budget: Too much<\/span><\/p><\/div>/,
  )
  expect(html).toContain('<option value="roofing" selected="">')
  expect(html).toMatch(/<input(?=[^>]*type="radio")(?=[^>]*value="high")(?=[^>]*checked="")/)
  expect(html).toMatch(/<input(?=[^>]*type="checkbox")(?=[^>]*name="terms")(?=[^>]*checked="")/)
  expect(html).toMatch(/<input(?=[^>]*type="password")(?=[^>]*autoComplete="new-password")(?![^>]*value=)/i)
  expect(html).toContain('>All of it</textarea>')
  expect(html).toMatch(/<button type="submit"(?![^>]*disabled="")[^>]*>Save<\/button>/)
})
