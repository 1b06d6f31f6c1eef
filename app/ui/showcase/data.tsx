import { Banknote, Building2, FileSignature, FolderOpen, Gavel, Wallet } from 'lucide-react'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Money } from '#app/ui/money.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Row, Specimen } from '#app/ui/showcase/specimen.tsx'
import { Stat, StatGrid } from '#app/ui/stat.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { Timeline } from '#app/ui/timeline.tsx'

interface Bid {
  id: string
  project: string
  bidder: string
  cents: number
  weeks: number
  status: string
}

const bids: Bid[] = [
  {
    id: '1',
    project: 'School kitchen renovation',
    bidder: 'Rakennus Virtanen Oy',
    cents: 12_480_000,
    weeks: 14,
    status: 'Pending',
  },
  {
    id: '2',
    project: 'Harbour warehouse, steel frame and roof',
    bidder: 'Nordbau AB',
    cents: 248_990_050,
    weeks: 52,
    status: 'Accepted',
  },
  { id: '3', project: 'Office lighting', bidder: 'Sähkö Laine', cents: 845_000, weeks: 2, status: 'Rejected' },
  {
    id: '4',
    project: 'Stairwells, Mannerheimintie 14',
    bidder: 'Maalaus Korhonen',
    cents: 3_120_000,
    weeks: 5,
    status: 'Draft',
  },
  {
    id: '5',
    project: 'Data centre foundations',
    bidder: 'Betoni & Pojat',
    cents: 1_920_000_000,
    weeks: 40,
    status: 'In review',
  },
]

const columns: Column<Bid>[] = [
  { key: 'project', header: 'Project', cell: (bid) => bid.project, primary: true, sortHref: '?sort=project' },
  { key: 'bidder', header: 'Bidder', cell: (bid) => bid.bidder },
  { key: 'status', header: 'Status', cell: (bid) => <StatusBadge status={bid.status}>{bid.status}</StatusBadge> },
  { key: 'weeks', header: 'Weeks', cell: (bid) => bid.weeks, numeric: true },
  {
    key: 'amount',
    header: 'Amount',
    cell: (bid) => <Money cents={bid.cents} currency="EUR" />,
    numeric: true,
    sortHref: '?sort=amount',
    sorted: 'descending',
  },
  {
    key: 'actions',
    header: 'Actions',
    cell: () => (
      <Button size="sm" variant="outline">
        View
      </Button>
    ),
    actions: true,
  },
]

export function Data() {
  return (
    <>
      <Specimen name="StatGrid, Stat">
        <StatGrid>
          <Stat
            label="Active projects"
            value="12"
            note="2 need your attention"
            noteTone="warning"
            icon={Building2}
            to="#projects"
          />
          <Stat
            label="Total revenue"
            value={<Money cents={184_250_000} currency="EUR" decimals={false} />}
            note="+12.5 % on last year"
            noteTone="success"
            icon={Wallet}
          />
          <Stat label="Pending offers" value="7" note="3 close this week" icon={Gavel} to="#bids" />
          <Stat
            label="In escrow"
            value={<Money cents={41_200_000} currency="EUR" decimals={false} />}
            note="4 milestones"
            icon={Banknote}
          />
        </StatGrid>
      </Specimen>
      <Specimen name="PageSection, DataTable, Pagination">
        <PageSection
          title="Bids"
          description="Everything that was offered for your projects."
          actions={
            <ButtonLink to="#export" variant="outline" size="sm">
              Export CSV
            </ButtonLink>
          }
        >
          <DataTable
            caption="Bids"
            columns={columns}
            rows={bids}
            rowKey={(bid) => bid.id}
            footer={['Total', '', '', 113, <Money key="sum" cents={2_185_435_050} currency="EUR" />, '']}
          />
          <Pagination previous="?page=1" next="?page=3" from={51} to={100} total={1284} />
        </PageSection>
      </Specimen>
      <Specimen name="Card, DescriptionList, Timeline, EmptyState">
        <div className="grid items-start gap-4 md:grid-cols-2">
          <Card
            title="Contract"
            description="Signed by both parties"
            actions={<StatusBadge status="signed">Signed</StatusBadge>}
            footer="Version 3 of 3 March 2026"
          >
            <DescriptionList
              items={[
                { term: 'Client', description: 'Espoon kaupunki' },
                { term: 'Provider', description: 'Rakennus Virtanen Oy' },
                { term: 'Amount', description: <Money cents={12_480_000} currency="EUR" /> },
                { term: 'Payment', description: 'Secure escrow, four milestones' },
              ]}
            />
          </Card>
          <Card title="History">
            <Timeline
              entries={[
                {
                  id: '1',
                  title: 'Signed by Liisa Laine',
                  by: 'Espoon kaupunki',
                  time: 'today at 10.12',
                  icon: FileSignature,
                  tone: 'success',
                },
                {
                  id: '2',
                  title: 'Milestone 1 funded',
                  by: 'Matti Virtanen',
                  time: 'yesterday',
                  icon: Banknote,
                  tone: 'info',
                  body: 'Waiting for the bank to confirm.',
                },
                { id: '3', title: 'Contract drafted', time: '3 March 2026' },
              ]}
            />
          </Card>
          <Card title="Facts as a grid" className="md:col-span-2">
            <DescriptionList
              layout="grid"
              items={[
                { term: 'Location', description: 'Espoo, Finland' },
                { term: 'Bid deadline', description: '31 March 2026' },
                { term: 'Start', description: '1 June 2026' },
                {
                  term: 'Description',
                  description: 'New kitchen for 600 portions, ventilation and drains included; the school stays open.',
                  wide: true,
                },
              ]}
            />
          </Card>
        </div>
        <EmptyState
          icon={FolderOpen}
          title="No projects yet"
          action={<ButtonLink to="#new">Create project</ButtonLink>}
        >
          A project gathers bids, contracts and payments. Post the first one; it takes five minutes.
        </EmptyState>
      </Specimen>
      <Specimen name="Badge, StatusBadge, Avatar">
        <Row>
          {['Draft', 'Open', 'Accepted', 'Pending', 'Overdue'].map((status) => (
            <StatusBadge key={status} status={status}>
              {status}
            </StatusBadge>
          ))}
          <Badge>ADMIN</Badge>
          <Badge tone="info">99+</Badge>
        </Row>
        <Row>
          {(['xs', 'sm', 'md', 'lg', 'xl'] as const).map((size) => (
            <Avatar key={size} name="Liisa Laine" size={size} />
          ))}
          <Avatar name="Rakennus Virtanen Oy" size="lg" square labelled />
        </Row>
      </Specimen>
    </>
  )
}
