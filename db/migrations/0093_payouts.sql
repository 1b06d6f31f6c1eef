CREATE TABLE `payout_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`status` text NOT NULL,
	`prepared_by` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`execution_date` text,
	`file_taken_at` integer,
	FOREIGN KEY (`prepared_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_runs_number` ON `payout_runs` (`number`);--> statement-breakpoint
CREATE TABLE `payouts` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`company_id` text NOT NULL,
	`source` text NOT NULL,
	`payee_name` text NOT NULL,
	`iban` text NOT NULL,
	`bic` text,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`booked_on` text,
	`booked_as` text,
	`booked_by` text,
	`returned_on` text,
	`returned_as` text,
	`return_reason` text,
	`returned_by` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `payout_runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`returned_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_prepared` ON `payouts` (`company_id`,`source`,`currency`) WHERE "payouts"."status" = 'prepared';--> statement-breakpoint
CREATE INDEX `payouts_run` ON `payouts` (`run_id`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_company` ON `payouts` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_booked_as` ON `payouts` (`booked_as`);--> statement-breakpoint
CREATE INDEX `payouts_returned_as` ON `payouts` (`returned_as`);--> statement-breakpoint
ALTER TABLE `ledger_postings` ADD `payout_id` text REFERENCES payouts(id);--> statement-breakpoint
CREATE INDEX `ledger_postings_payout` ON `ledger_postings` (`payout_id`);--> statement-breakpoint
CREATE TRIGGER payout_runs_prepared BEFORE INSERT ON payout_runs
WHEN NEW.status <> 'prepared' OR NEW.decided_by IS NOT NULL OR NEW.decided_at IS NOT NULL OR NEW.execution_date IS NOT NULL
  OR NEW.file_taken_at IS NOT NULL OR EXISTS (SELECT 1 FROM payout_runs WHERE id = NEW.id OR number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'payout: a run is prepared first'); END;
--> statement-breakpoint
-- One decision, an approval only by a second person; then the file is taken for the first time, once.
CREATE TRIGGER payout_runs_immutable BEFORE UPDATE ON payout_runs
WHEN NEW.id IS NOT OLD.id OR NEW.number IS NOT OLD.number OR NEW.prepared_by IS NOT OLD.prepared_by OR NEW.prepared_at IS NOT OLD.prepared_at
  OR (OLD.status = 'prepared' AND (NEW.status = 'prepared' OR NEW.decided_by IS NULL OR NEW.decided_at IS NULL OR NEW.file_taken_at IS NOT NULL))
  OR (OLD.status = 'prepared' AND NEW.status = 'approved' AND (NEW.decided_by = OLD.prepared_by OR NEW.execution_date IS NULL))
  OR (OLD.status <> 'prepared' AND (NEW.status IS NOT OLD.status OR NEW.decided_by IS NOT OLD.decided_by
    OR NEW.decided_at IS NOT OLD.decided_at OR NEW.execution_date IS NOT OLD.execution_date
    OR OLD.status = 'discarded' OR OLD.file_taken_at IS NOT NULL))
BEGIN SELECT RAISE(ABORT, 'payout: a run is immutable, and approved by a second person'); END;
--> statement-breakpoint
CREATE TRIGGER payout_runs_permanent BEFORE DELETE ON payout_runs
BEGIN SELECT RAISE(ABORT, 'payout: a run is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER payouts_prepared BEFORE INSERT ON payouts
WHEN NEW.status <> 'prepared' OR NEW.amount_cents <= 0 OR NEW.booked_as IS NOT NULL OR NEW.returned_as IS NOT NULL
  OR NEW.source NOT IN ('provider_payable', 'client_funds') OR EXISTS (SELECT 1 FROM payouts WHERE id = NEW.id)
  OR (SELECT status FROM payout_runs WHERE id = NEW.run_id) IS NOT 'prepared'
BEGIN SELECT RAISE(ABORT, 'payout: it is prepared first'); END;
--> statement-breakpoint
-- To whom and how much stays as it was approved. Each step is taken once, and what was recorded of an earlier one stays.
CREATE TRIGGER payouts_immutable BEFORE UPDATE ON payouts
WHEN NEW.id IS NOT OLD.id OR NEW.run_id IS NOT OLD.run_id OR NEW.company_id IS NOT OLD.company_id OR NEW.source IS NOT OLD.source
  OR NEW.payee_name IS NOT OLD.payee_name OR NEW.iban IS NOT OLD.iban OR NEW.bic IS NOT OLD.bic
  OR NEW.amount_cents IS NOT OLD.amount_cents OR NEW.currency IS NOT OLD.currency
  OR (OLD.status || '>' || NEW.status) NOT IN ('prepared>ordered', 'prepared>discarded', 'ordered>booked', 'ordered>returned', 'booked>returned')
  OR (NEW.status = 'ordered' AND (SELECT status FROM payout_runs WHERE id = OLD.run_id) IS NOT 'approved')
  OR (NEW.status = 'discarded' AND (SELECT status FROM payout_runs WHERE id = OLD.run_id) IS NOT 'discarded')
  OR (NEW.status IN ('ordered', 'discarded') AND (NEW.booked_as IS NOT NULL OR NEW.returned_as IS NOT NULL))
  OR (NEW.status = 'booked' AND (NEW.booked_on IS NULL OR NEW.booked_as IS NULL OR NEW.booked_by IS NULL OR NEW.returned_as IS NOT NULL))
  OR (NEW.status = 'returned' AND (NEW.returned_on IS NULL OR NEW.returned_by IS NULL OR NEW.return_reason IS NULL
    OR (NEW.returned_as IS NULL) IS NOT (OLD.booked_as IS NULL) OR NEW.booked_on IS NOT OLD.booked_on
    OR NEW.booked_as IS NOT OLD.booked_as OR NEW.booked_by IS NOT OLD.booked_by))
BEGIN SELECT RAISE(ABORT, 'payout: it is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER payouts_permanent BEFORE DELETE ON payouts
BEGIN SELECT RAISE(ABORT, 'payout: it is permanent'); END;
--> statement-breakpoint
-- The ledger takes what was decided of the payment, to the cent and on its accounts, each step once.
CREATE TRIGGER ledger_postings_of_payout BEFORE INSERT ON ledger_postings
WHEN (NEW.payout_id IS NOT NULL) IS NOT (NEW.kind IN ('payout', 'payout_booked', 'payout_return')) OR (NEW.payout_id IS NOT NULL AND (
  EXISTS (SELECT 1 FROM ledger_postings WHERE payout_id = NEW.payout_id AND kind = NEW.kind)
  OR NOT EXISTS (SELECT 1 FROM payouts o WHERE o.id = NEW.payout_id AND o.currency = NEW.currency
    AND o.status = CASE NEW.kind WHEN 'payout' THEN 'ordered' WHEN 'payout_booked' THEN 'booked' ELSE 'returned' END
    AND 2 = (SELECT count(*) FROM ledger_entries e WHERE e.posting_id = NEW.id)
    AND 1 = (SELECT count(*) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE e.posting_id = NEW.id AND e.amount_cents = o.amount_cents
      AND CASE NEW.kind WHEN 'payout' THEN a.kind = o.source AND a.owner_id = o.company_id
        WHEN 'payout_booked' THEN a.kind = 'payout_transit' ELSE a.kind = iif(o.booked_as IS NULL, 'payout_transit', 'bank') END)
    AND 1 = (SELECT count(*) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE e.posting_id = NEW.id AND e.amount_cents = -o.amount_cents
      AND CASE NEW.kind WHEN 'payout' THEN a.kind = 'payout_transit' WHEN 'payout_booked' THEN a.kind = 'bank'
        ELSE a.kind = o.source AND a.owner_id = o.company_id END))))
BEGIN SELECT RAISE(ABORT, 'ledger: it is not what was decided of the payout'); END;
