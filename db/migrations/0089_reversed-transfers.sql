CREATE TABLE `transfer_reversals` (
	`id` text PRIMARY KEY NOT NULL,
	`transfer_id` text NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`proposed_by` text NOT NULL,
	`proposed_at` integer NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	FOREIGN KEY (`transfer_id`) REFERENCES `bank_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`proposed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `transfer_reversals_open` ON `transfer_reversals` (`transfer_id`) WHERE "transfer_reversals"."status" <> 'declined';--> statement-breakpoint
CREATE INDEX `transfer_reversals_transfer` ON `transfer_reversals` (`transfer_id`,`id`);--> statement-breakpoint
DROP INDEX `bank_transfers_archive_id`;--> statement-breakpoint
CREATE INDEX `bank_transfers_archive_id` ON `bank_transfers` (`archive_id`);--> statement-breakpoint
CREATE VIEW `escrow_transactions` AS SELECT e.id AS transaction_id, p.id AS posting_id, p.kind AS type, p.contract_id, c.client_company_id, c.provider_company_id,
    p.milestone_id, p.transfer_id, a.kind AS account, a.owner_id,
    CASE a.kind WHEN 'bank' THEN e.amount_cents ELSE -e.amount_cents END AS amount_cents, p.currency, p.actor_id, p.at AS created_at
  FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id JOIN ledger_accounts a ON a.id = e.account_id
  LEFT JOIN contracts c ON c.id = p.contract_id;--> statement-breakpoint
-- The bank's archive id counts once. A row that was recorded wrongly is recorded again after its reversal.
CREATE TRIGGER bank_transfers_once BEFORE INSERT ON bank_transfers
WHEN EXISTS (SELECT 1 FROM bank_transfers t WHERE t.archive_id = NEW.archive_id
  AND NOT EXISTS (SELECT 1 FROM transfer_reversals r WHERE r.transfer_id = t.id AND r.status = 'confirmed'))
BEGIN SELECT RAISE(ABORT, 'bank: a transfer is immutable, and its archive id recorded'); END;
--> statement-breakpoint
CREATE TRIGGER transfer_reversals_proposed BEFORE INSERT ON transfer_reversals
WHEN NEW.status <> 'proposed' OR NEW.decided_by IS NOT NULL OR NEW.decided_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'bank: a reversal is proposed first'); END;
--> statement-breakpoint
-- One decision, and a confirmation only by a second person.
CREATE TRIGGER transfer_reversals_immutable BEFORE UPDATE ON transfer_reversals
WHEN OLD.status <> 'proposed' OR NEW.status = 'proposed' OR NEW.decided_by IS NULL OR NEW.decided_at IS NULL
  OR (NEW.status = 'confirmed' AND NEW.decided_by = OLD.proposed_by)
  OR NEW.id IS NOT OLD.id OR NEW.transfer_id IS NOT OLD.transfer_id OR NEW.reason IS NOT OLD.reason
  OR NEW.proposed_by IS NOT OLD.proposed_by OR NEW.proposed_at IS NOT OLD.proposed_at
BEGIN SELECT RAISE(ABORT, 'bank: a reversal is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER transfer_reversals_permanent BEFORE DELETE ON transfer_reversals
BEGIN SELECT RAISE(ABORT, 'bank: a reversal is immutable'); END;
--> statement-breakpoint
-- Deposits of before 0087 name their transfer too, so that a reversal finds where its money went.
DROP TRIGGER ledger_postings_immutable;
--> statement-breakpoint
UPDATE ledger_postings SET transfer_id = (SELECT id FROM bank_transfers WHERE 'deposit:' || archive_id = ledger_postings.idempotency_key)
WHERE kind = 'deposit' AND transfer_id IS NULL;
--> statement-breakpoint
CREATE TRIGGER ledger_postings_immutable BEFORE UPDATE ON ledger_postings
BEGIN SELECT RAISE(ABORT, 'ledger: rows are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_postings_reversal BEFORE INSERT ON ledger_postings
WHEN NEW.kind = 'reversal'
  AND NOT EXISTS (SELECT 1 FROM transfer_reversals WHERE transfer_id = NEW.transfer_id AND status = 'confirmed')
BEGIN SELECT RAISE(ABORT, 'ledger: a reversal is confirmed first'); END;
