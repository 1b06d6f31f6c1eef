CREATE TABLE `bank_statements` (
	`id` text PRIMARY KEY NOT NULL,
	`import_id` text NOT NULL,
	`position` integer NOT NULL,
	`number` text NOT NULL,
	`currency` text NOT NULL,
	`from_on` text,
	`to_on` text,
	`opening_cents` integer,
	`closing_cents` integer,
	`row_count` integer NOT NULL,
	`sum_cents` integer NOT NULL,
	FOREIGN KEY (`import_id`) REFERENCES `statement_imports`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_statements_position` ON `bank_statements` (`import_id`,`position`);--> statement-breakpoint
CREATE INDEX `bank_statements_day` ON `bank_statements` (`currency`,`to_on`);--> statement-breakpoint
CREATE TABLE `statement_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`file_name` text NOT NULL,
	`sha256` text NOT NULL,
	`stored_as` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`format` text,
	`status` text NOT NULL,
	`read_bytes` integer NOT NULL,
	`row_count` integer NOT NULL,
	`booked_count` integer NOT NULL,
	`problem` text,
	`uploaded_by` text NOT NULL,
	`uploaded_at` integer NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`finished_at` integer,
	FOREIGN KEY (`uploaded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `statement_imports_open` ON `statement_imports` (`id`) WHERE "statement_imports"."status" in ('reading', 'booking');--> statement-breakpoint
CREATE UNIQUE INDEX `statement_imports_stored_as` ON `statement_imports` (`stored_as`);--> statement-breakpoint
CREATE TABLE `statement_rows` (
	`id` text PRIMARY KEY NOT NULL,
	`import_id` text NOT NULL,
	`statement` integer NOT NULL,
	`position` integer NOT NULL,
	`line` integer NOT NULL,
	`booked_on` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`archive_id` text NOT NULL,
	`batch_id` text,
	`is_sum` integer NOT NULL,
	`reference` text NOT NULL,
	`end_to_end_id` text NOT NULL,
	`batch_of` text NOT NULL,
	`counterparty` text NOT NULL,
	`counterparty_iban` text NOT NULL,
	`message` text NOT NULL,
	`nature` text NOT NULL,
	`is_reversal` integer NOT NULL,
	`return_reason` text NOT NULL,
	`outcome` text NOT NULL,
	`transfer_id` text,
	`booked_at` integer,
	`settled_as` text,
	`settled_by` text,
	`settled_at` integer,
	FOREIGN KEY (`import_id`) REFERENCES `statement_imports`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transfer_id`) REFERENCES `bank_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`settled_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `statement_rows_position` ON `statement_rows` (`import_id`,`position`);--> statement-breakpoint
CREATE INDEX `statement_rows_left` ON `statement_rows` (`import_id`,`position`) WHERE "statement_rows"."booked_at" is null;--> statement-breakpoint
CREATE INDEX `statement_rows_archive_id` ON `statement_rows` (`archive_id`);--> statement-breakpoint
CREATE INDEX `statement_rows_batch` ON `statement_rows` (`batch_id`) WHERE "statement_rows"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX `statement_rows_day` ON `statement_rows` (`booked_on`);--> statement-breakpoint
CREATE INDEX `statement_rows_outcome` ON `statement_rows` (`import_id`,`outcome`,`position`);--> statement-breakpoint
CREATE INDEX `statement_rows_unexplained` ON `statement_rows` (`id`) WHERE "statement_rows"."outcome" = 'unexplained' and "statement_rows"."settled_as" is null and "statement_rows"."booked_at" is not null;--> statement-breakpoint
ALTER TABLE `ledger_postings` ADD `statement_row_id` text REFERENCES statement_rows(id);--> statement-breakpoint
CREATE INDEX `ledger_postings_statement_row` ON `ledger_postings` (`statement_row_id`);--> statement-breakpoint
-- Liabilities are never above zero. What the platform owes the account for charges, and what went out unexplained, may be.
DROP TRIGGER ledger_balances_held;
--> statement-breakpoint
CREATE TRIGGER ledger_balances_held BEFORE UPDATE ON ledger_balances
WHEN NEW.balance_cents > 0
  AND (SELECT kind FROM ledger_accounts WHERE id = NEW.account_id) NOT IN ('bank', 'bank_costs', 'unexplained')
BEGIN SELECT RAISE(ABORT, 'ledger: more than is held'); END;
--> statement-breakpoint
DROP TRIGGER ledger_balances_held_first;
--> statement-breakpoint
CREATE TRIGGER ledger_balances_held_first BEFORE INSERT ON ledger_balances
WHEN NEW.balance_cents > 0
  AND NOT EXISTS (SELECT 1 FROM ledger_balances WHERE account_id = NEW.account_id)
  AND (SELECT kind FROM ledger_accounts WHERE id = NEW.account_id) NOT IN ('bank', 'bank_costs', 'unexplained')
BEGIN SELECT RAISE(ABORT, 'ledger: more than is held'); END;
--> statement-breakpoint
-- What went out is explained by what went out, and no further.
CREATE TRIGGER ledger_balances_unexplained BEFORE UPDATE ON ledger_balances
WHEN NEW.balance_cents < 0 AND (SELECT kind FROM ledger_accounts WHERE id = NEW.account_id) = 'unexplained'
BEGIN SELECT RAISE(ABORT, 'ledger: more than went out'); END;
--> statement-breakpoint
CREATE TRIGGER statement_imports_uploaded BEFORE INSERT ON statement_imports
WHEN NEW.status <> 'reading' OR NEW.decided_by IS NOT NULL OR NEW.decided_at IS NOT NULL OR NEW.finished_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'statement: a file is read first'); END;
--> statement-breakpoint
CREATE TRIGGER statement_imports_immutable BEFORE UPDATE ON statement_imports
WHEN NEW.id IS NOT OLD.id OR NEW.file_name IS NOT OLD.file_name OR NEW.sha256 IS NOT OLD.sha256 OR NEW.stored_as IS NOT OLD.stored_as
  OR NEW.size_bytes IS NOT OLD.size_bytes OR NEW.uploaded_by IS NOT OLD.uploaded_by OR NEW.uploaded_at IS NOT OLD.uploaded_at
  OR OLD.status IN ('refused', 'done', 'discarded')
  OR (NEW.status <> OLD.status AND (OLD.status || '>' || NEW.status) NOT IN ('reading>refused', 'reading>ready', 'ready>booking', 'ready>discarded', 'booking>done'))
  OR (OLD.status <> 'reading' AND (NEW.format IS NOT OLD.format OR NEW.row_count IS NOT OLD.row_count OR NEW.problem IS NOT OLD.problem))
  OR (OLD.status = 'ready' AND NEW.status <> 'ready' AND (NEW.decided_by IS NULL OR NEW.decided_at IS NULL))
  OR (OLD.status <> 'ready' AND (NEW.decided_by IS NOT OLD.decided_by OR NEW.decided_at IS NOT OLD.decided_at))
BEGIN SELECT RAISE(ABORT, 'statement: an import is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER statement_imports_permanent BEFORE DELETE ON statement_imports
BEGIN SELECT RAISE(ABORT, 'statement: an import is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER bank_statements_read BEFORE INSERT ON bank_statements
WHEN (SELECT status FROM statement_imports WHERE id = NEW.import_id) IS NOT 'reading'
BEGIN SELECT RAISE(ABORT, 'statement: the file is read'); END;
--> statement-breakpoint
CREATE TRIGGER bank_statements_immutable BEFORE UPDATE ON bank_statements
BEGIN SELECT RAISE(ABORT, 'statement: it is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bank_statements_permanent BEFORE DELETE ON bank_statements
WHEN (SELECT status FROM statement_imports WHERE id = OLD.import_id) IS NOT 'reading'
BEGIN SELECT RAISE(ABORT, 'statement: it is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER statement_rows_read BEFORE INSERT ON statement_rows
WHEN (SELECT status FROM statement_imports WHERE id = NEW.import_id) IS NOT 'reading'
  OR NEW.booked_at IS NOT NULL OR NEW.transfer_id IS NOT NULL OR NEW.settled_as IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'statement: the file is read'); END;
--> statement-breakpoint
-- What the bank states stays. A row is booked once, while its file is, and what went out unexplained is settled once.
CREATE TRIGGER statement_rows_immutable BEFORE UPDATE ON statement_rows
WHEN NEW.id IS NOT OLD.id OR NEW.import_id IS NOT OLD.import_id OR NEW.statement IS NOT OLD.statement OR NEW.position IS NOT OLD.position
  OR NEW.line IS NOT OLD.line OR NEW.booked_on IS NOT OLD.booked_on OR NEW.amount_cents IS NOT OLD.amount_cents OR NEW.currency IS NOT OLD.currency
  OR NEW.archive_id IS NOT OLD.archive_id OR NEW.batch_id IS NOT OLD.batch_id OR NEW.is_sum IS NOT OLD.is_sum OR NEW.reference IS NOT OLD.reference
  OR NEW.end_to_end_id IS NOT OLD.end_to_end_id OR NEW.batch_of IS NOT OLD.batch_of OR NEW.counterparty IS NOT OLD.counterparty
  OR NEW.counterparty_iban IS NOT OLD.counterparty_iban OR NEW.message IS NOT OLD.message OR NEW.nature IS NOT OLD.nature
  OR NEW.is_reversal IS NOT OLD.is_reversal OR NEW.return_reason IS NOT OLD.return_reason
  OR (OLD.booked_at IS NULL AND (SELECT status FROM statement_imports WHERE id = OLD.import_id) IS NOT 'booking')
  OR (OLD.booked_at IS NOT NULL AND (NEW.booked_at IS NOT OLD.booked_at OR NEW.outcome IS NOT OLD.outcome OR NEW.transfer_id IS NOT OLD.transfer_id))
  OR (NEW.settled_as IS NOT NULL AND (OLD.booked_at IS NULL OR OLD.outcome <> 'unexplained' OR NEW.settled_by IS NULL OR NEW.settled_at IS NULL))
  OR (OLD.settled_as IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'statement: a row is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER statement_rows_permanent BEFORE DELETE ON statement_rows
WHEN (SELECT status FROM statement_imports WHERE id = OLD.import_id) IS NOT 'reading'
BEGIN SELECT RAISE(ABORT, 'statement: a row is permanent'); END;
--> statement-breakpoint
-- The ledger takes what the bank stated, to the cent, and what explains it, once.
CREATE TRIGGER ledger_postings_of_statement_row BEFORE INSERT ON ledger_postings
WHEN (NEW.statement_row_id IS NOT NULL) IS NOT (NEW.kind IN ('bank_debit', 'bank_interest', 'debit_settled')) OR (NEW.statement_row_id IS NOT NULL AND (
  EXISTS (SELECT 1 FROM ledger_postings WHERE statement_row_id = NEW.statement_row_id AND (kind = 'debit_settled') = (NEW.kind = 'debit_settled'))
  OR NOT EXISTS (SELECT 1 FROM statement_rows o WHERE o.id = NEW.statement_row_id AND o.currency = NEW.currency AND o.booked_at IS NOT NULL
    AND 2 = (SELECT count(*) FROM ledger_entries e WHERE e.posting_id = NEW.id)
    AND CASE NEW.kind WHEN 'bank_debit' THEN o.amount_cents < 0 WHEN 'bank_interest' THEN o.amount_cents > 0
      ELSE o.settled_as IS NOT NULL END
    AND 1 = (SELECT count(*) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.posting_id = NEW.id AND e.amount_cents = o.amount_cents
        AND CASE NEW.kind WHEN 'debit_settled' THEN a.kind = 'unexplained' AND a.owner_id = o.id ELSE a.kind = 'bank' END)
    AND 1 = (SELECT count(*) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.posting_id = NEW.id AND e.amount_cents = -o.amount_cents
        AND CASE NEW.kind WHEN 'bank_debit' THEN a.kind = iif(o.outcome = 'charge', 'bank_costs', 'unexplained')
          WHEN 'bank_interest' THEN a.kind = 'bank_costs'
          ELSE a.kind = CASE o.settled_as WHEN 'charge' THEN 'bank_costs' WHEN 'withdrawal' THEN 'platform_fee' WHEN 'payout' THEN 'bank' ELSE 'suspense' END END))))
BEGIN SELECT RAISE(ABORT, 'ledger: it is not what the statement says'); END;
