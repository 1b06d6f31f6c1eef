/** What stands for a fact of the contract in the terms of a template, as `{{provider}}`. */
export const templateVariables = ['client', 'provider', 'project', 'amount'] as const
export type TemplateVariable = (typeof templateVariables)[number]

/** Terms that are there for every company, as the plain ones are; in an address they stand where a template's id would. */
export const builtInTemplates = ['plain', 'yse1998'] as const
export type BuiltInTemplate = (typeof builtInTemplates)[number]

/** The built-in template of an address; the plain one for everything else. */
export const builtInTemplateOf = (id: string | null): BuiltInTemplate => (id === 'yse1998' ? 'yse1998' : 'plain')

/** Templates of one company. */
export const maxTemplates = 50

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g

const isVariable = (name: string): name is TemplateVariable => templateVariables.some((known) => known === name)

/** The names between double braces that are no variables, each once. */
export function unknownVariables(terms: string): string[] {
  const names = [...terms.matchAll(variable)].map(([, name = '']) => name)
  return [...new Set(names.filter((name) => !isVariable(name)))]
}

/** The terms with the facts of a contract. Values are put in once: braces in a value are no variables. */
export function fillTemplate(terms: string, values: Record<TemplateVariable, string>): string {
  return terms.replace(variable, (whole, name: string) => (isVariable(name) ? values[name] : whole))
}
