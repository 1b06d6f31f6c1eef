import { useTranslation } from 'react-i18next'
import { DataTable } from '#app/ui/data-table.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export type TableColumn = {
  name: string
  type: string
  isNullable: boolean
  defaultValue: string | null
  isKey: boolean
  refersTo: string | null
}

/** The columns of a table, as the database declares them. */
export function ColumnTable({ columns }: { columns: readonly TableColumn[] }) {
  const { t } = useTranslation('database')
  return (
    <DataTable
      caption={t('columns')}
      captionHidden={false}
      rows={columns}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', header: t('column'), primary: true, cell: ({ name }) => <Code>{name}</Code> },
        { key: 'type', header: t('type'), cell: ({ type }) => <Code>{type || '–'}</Code> },
        { key: 'nullable', header: t('nullable'), cell: ({ isNullable }) => t(isNullable ? 'yes' : 'no') },
        { key: 'default', header: t('default'), cell: ({ defaultValue }) => <Code>{defaultValue ?? '–'}</Code> },
        {
          key: 'key',
          header: t('key'),
          cell: ({ isKey, refersTo }) => (
            <span className="flex flex-wrap gap-x-3">
              {isKey && <span>{t('primary')}</span>}
              {refersTo && (
                <TextLink to={`/database/${refersTo}`}>
                  <Code>{refersTo}</Code>
                </TextLink>
              )}
              {!isKey && !refersTo && '–'}
            </span>
          ),
        },
      ]}
    />
  )
}

/** A name or an expression of SQL. */
export function Code({ children }: { children: string }) {
  return (
    <code translate="no" dir="ltr" className="wrap-anywhere">
      {children}
    </code>
  )
}
