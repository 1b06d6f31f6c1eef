DROP INDEX `invoices_milestone`;--> statement-breakpoint
DROP INDEX `invoices_company_open`;--> statement-breakpoint
DROP INDEX `invoices_buyer_open`;--> statement-breakpoint
ALTER TABLE `invoices` ADD `retained_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `invoices_retained` ON `invoices` (`contract_id`) WHERE "invoices"."retained_cents" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_milestone` ON `invoices` (`milestone_id`) WHERE "invoices"."kind" = 'invoice' and "invoices"."status" <> 'credited';--> statement-breakpoint
CREATE INDEX `invoices_company_open` ON `invoices` (`company_id`,`due_date`,`id`,`currency`,`gross_cents`,`paid_cents`,`credited_cents`,`retained_cents`,`kind`,`status`) WHERE "invoices"."kind" = 'invoice' and "invoices"."status" in ('issued','sent','partly_paid');--> statement-breakpoint
CREATE INDEX `invoices_buyer_open` ON `invoices` (`buyer_company_id`,`due_date`,`id`,`currency`,`gross_cents`,`paid_cents`,`credited_cents`,`retained_cents`,`kind`,`status`) WHERE "invoices"."kind" = 'invoice' and "invoices"."status" in ('issued','sent','partly_paid');
--> statement-breakpoint
-- A payment may leave an invoice that is credited in full: the money goes over to the one that takes its place.
DROP TRIGGER invoices_balance;
--> statement-breakpoint
DROP TRIGGER invoice_payments_immutable;
--> statement-breakpoint
-- Invoices that escrow paid before said that their retention was paid too: what the ledger still holds is taken off them.
CREATE TEMP TABLE retained AS
SELECT i.id, (SELECT -sum(e.amount_cents) FROM ledger_postings p
                JOIN ledger_entries e ON e.posting_id = p.id JOIN ledger_accounts a ON a.id = e.account_id
              WHERE p.milestone_id = i.milestone_id AND p.kind = 'release' AND a.kind = 'retention_held') AS cents
FROM invoices i
WHERE i.kind = 'invoice' AND i.status IN ('paid', 'partly_paid') AND i.milestone_id IS NOT NULL
  AND EXISTS (SELECT 1 FROM invoice_payments y WHERE y.invoice_id = i.id AND y.source = 'escrow')
  AND NOT EXISTS (SELECT 1 FROM ledger_postings p WHERE p.contract_id = i.contract_id AND p.kind = 'retention_release');
--> statement-breakpoint
DELETE FROM retained WHERE coalesce(cents, 0) <= 0;
--> statement-breakpoint
UPDATE invoice_payments SET amount_cents = amount_cents - (SELECT cents FROM retained r WHERE r.id = invoice_id)
WHERE source = 'escrow' AND invoice_id IN (SELECT id FROM retained);
--> statement-breakpoint
UPDATE invoices SET retained_cents = (SELECT cents FROM retained r WHERE r.id = invoices.id),
  paid_cents = paid_cents - (SELECT cents FROM retained r WHERE r.id = invoices.id), status = 'partly_paid', paid_at = NULL
WHERE id IN (SELECT id FROM retained);
--> statement-breakpoint
DROP TABLE retained;
--> statement-breakpoint
CREATE TRIGGER invoices_balance BEFORE UPDATE ON invoices
WHEN (NEW.paid_cents < OLD.paid_cents AND OLD.status <> 'credited') OR NEW.credited_cents < OLD.credited_cents
  OR NEW.credited_cents > NEW.gross_cents
BEGIN SELECT RAISE(ABORT, 'invoice: more is credited than was invoiced, or a payment taken back'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_payments_immutable BEFORE UPDATE ON invoice_payments
BEGIN SELECT RAISE(ABORT, 'invoice: a payment is immutable'); END;
