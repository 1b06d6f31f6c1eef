import { Search } from 'lucide-react'
import { ButtonLink } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { CheckboxGroup } from '#app/ui/forms/checkbox-group.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { Specimen } from '#app/ui/showcase/specimen.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

const categories = [
  { value: 'renovation', label: 'Renovation' },
  { value: 'construction', label: 'New construction' },
  {
    label: 'Trades',
    options: [
      { value: 'electrical', label: 'Electrical' },
      { value: 'roofing', label: 'Roofing' },
    ],
  },
]

const contact = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'whatsapp', label: 'WhatsApp' },
]

export function Forms() {
  return (
    <>
      <Specimen name="FormCard, Field, TextArea, Select, MoneyField">
        <div className="max-w-2xl">
          <FormCard
            title="New project"
            description="Companies see it as soon as you publish it; a draft stays with you."
            actions={
              <>
                <SubmitButton>Publish project</SubmitButton>
                <SubmitButton variant="outline">Save draft</SubmitButton>
                <ButtonLink to="#cancel" variant="ghost">
                  Cancel
                </ButtonLink>
              </>
            }
          >
            <Field
              name="title"
              label="Title"
              hint="What is to be built, and where."
              defaultValue="Renovation of a school kitchen, Espoo"
              required
            />
            <FieldRow>
              <Select name="category" label="Category" options={categories} placeholder="Choose one" />
              <Field name="location" label="Location" autoComplete="address-level2" optional />
            </FieldRow>
            <FieldRow>
              <MoneyField name="budget" label="Budget" defaultValue="125 000" />
              <Field name="bidDeadline" label="Bid deadline" type="date" defaultValue="2026-03-31" />
            </FieldRow>
            <TextArea
              name="description"
              label="Description"
              placeholder="Scope, drawings, what is already there"
              optional
            />
          </FormCard>
        </div>
      </Specimen>
      <Specimen name="ErrorSummary and errors">
        <div className="flex max-w-2xl flex-col gap-5">
          <ErrorSummary
            errors={[
              { fieldId: 'bad-email', label: 'Email', message: 'Please enter a valid email' },
              { fieldId: 'bad-password', label: 'Password', message: 'Password must be at least 8 characters' },
              { fieldId: 'bad-plan', label: 'Services', message: 'Choose at least one' },
            ]}
          />
          <Field
            id="bad-email"
            name="email"
            label="Email"
            type="email"
            autoComplete="email"
            defaultValue="matti@"
            errors={['Please enter a valid email']}
          />
          <PasswordField
            id="bad-password"
            name="password"
            label="Password"
            labelEnd={
              <TextLink to="#forgot" className="text-sm">
                Forgot password?
              </TextLink>
            }
            errors={['Password must be at least 8 characters']}
          />
          <CheckboxGroup
            id="bad-plan"
            name="services"
            label="Services"
            hint="Any that you need."
            options={contact}
            layout="cards"
            errors={['Choose at least one']}
          />
          <Select
            id="bad-select"
            name="category2"
            label="Category"
            options={categories}
            placeholder="Choose one"
            errors={['This field is required']}
          />
        </div>
      </Specimen>
      <Specimen name="Checkbox, RadioGroup, CheckboxGroup, other states">
        <div className="grid max-w-4xl items-start gap-8 md:grid-cols-2">
          <div className="flex flex-col gap-5">
            <Checkbox name="rememberMe" label="Remember me" defaultChecked />
            <Checkbox name="terms" label="Mail me when a bid arrives" hint="At most once an hour." />
            <RadioGroup
              name="preferredContact"
              label="Preferred contact"
              options={contact}
              defaultValue="phone"
              layout="inline"
            />
            <CheckboxGroup
              name="features"
              label="Additional services"
              options={[...contact, { value: 'fax', label: 'Fax', disabled: true, hint: 'No longer offered.' }]}
              defaultValue={['email']}
            />
          </div>
          <div className="flex flex-col gap-5">
            <RadioGroup
              name="accountType"
              label="Account type"
              layout="cards"
              defaultValue="enterprise"
              options={[
                { value: 'individual', label: 'Individual', hint: 'For yourself' },
                { value: 'enterprise', label: 'Organization', hint: 'For your company' },
              ]}
            />
            <Field name="q" label="Search" labelHidden icon={Search} type="search" placeholder="Search projects" />
            <Field
              name="locked"
              label="Email"
              readOnly
              defaultValue="liisa@example.com"
              hint="Invitations belong to one address."
            />
            <Field name="area" label="Area" inputMode="decimal" suffix="m²" defaultValue="86" />
          </div>
        </div>
      </Specimen>
    </>
  )
}
