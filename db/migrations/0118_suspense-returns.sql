PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_payouts` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`company_id` text,
	`transfer_id` text,
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
	FOREIGN KEY (`transfer_id`) REFERENCES `bank_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`returned_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_payouts`("id", "run_id", "company_id", "transfer_id", "source", "payee_name", "iban", "bic", "amount_cents", "currency", "status", "booked_on", "booked_as", "booked_by", "returned_on", "returned_as", "return_reason", "returned_by", "updated_at") SELECT "id", "run_id", "company_id", NULL, "source", "payee_name", "iban", "bic", "amount_cents", "currency", "status", "booked_on", "booked_as", "booked_by", "returned_on", "returned_as", "return_reason", "returned_by", "updated_at" FROM `payouts`;--> statement-breakpoint
DROP TABLE `payouts`;--> statement-breakpoint
ALTER TABLE `__new_payouts` RENAME TO `payouts`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_prepared` ON `payouts` (`company_id`,`source`,`currency`) WHERE "payouts"."status" = 'prepared';--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_prepared_transfer` ON `payouts` (`transfer_id`) WHERE "payouts"."status" = 'prepared';--> statement-breakpoint
CREATE INDEX `payouts_transfer` ON `payouts` (`transfer_id`);--> statement-breakpoint
CREATE INDEX `payouts_run` ON `payouts` (`run_id`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_company` ON `payouts` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_booked_as` ON `payouts` (`booked_as`);--> statement-breakpoint
CREATE INDEX `payouts_returned_as` ON `payouts` (`returned_as`);--> statement-breakpoint
CREATE INDEX `payouts_booked_on` ON `payouts` (`currency`,`booked_on`,`amount_cents`) WHERE "payouts"."booked_as" is not null;--> statement-breakpoint
CREATE INDEX `payouts_returned_on` ON `payouts` (`currency`,`returned_on`,`amount_cents`) WHERE "payouts"."returned_as" is not null;--> statement-breakpoint
CREATE TRIGGER payouts_prepared BEFORE INSERT ON payouts
WHEN NEW.status <> 'prepared' OR NEW.amount_cents <= 0 OR NEW.booked_as IS NOT NULL OR NEW.returned_as IS NOT NULL
  OR NEW.source NOT IN ('provider_payable', 'client_funds', 'suspense')
  OR (NEW.source = 'suspense') IS NOT (NEW.transfer_id IS NOT NULL) OR (NEW.source = 'suspense') IS NOT (NEW.company_id IS NULL) OR EXISTS (SELECT 1 FROM payouts WHERE id = NEW.id)
  OR (SELECT status FROM payout_runs WHERE id = NEW.run_id) IS NOT 'prepared'
BEGIN SELECT RAISE(ABORT, 'payout: it is prepared first'); END;--> statement-breakpoint
CREATE TRIGGER payouts_immutable BEFORE UPDATE ON payouts
WHEN NEW.id IS NOT OLD.id OR NEW.run_id IS NOT OLD.run_id OR NEW.company_id IS NOT OLD.company_id OR NEW.transfer_id IS NOT OLD.transfer_id OR NEW.source IS NOT OLD.source
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
BEGIN SELECT RAISE(ABORT, 'payout: it is immutable'); END;--> statement-breakpoint
CREATE TRIGGER payouts_permanent BEFORE DELETE ON payouts
BEGIN SELECT RAISE(ABORT, 'payout: it is permanent'); END;--> statement-breakpoint
DROP TRIGGER ledger_postings_of_payout;--> statement-breakpoint
CREATE TRIGGER ledger_postings_of_payout BEFORE INSERT ON ledger_postings
WHEN (NEW.payout_id IS NOT NULL) IS NOT (NEW.kind IN ('payout', 'payout_booked', 'payout_return')) OR (NEW.payout_id IS NOT NULL AND (
  EXISTS (SELECT 1 FROM ledger_postings WHERE payout_id = NEW.payout_id AND kind = NEW.kind)
  OR NOT EXISTS (SELECT 1 FROM payouts o WHERE o.id = NEW.payout_id AND o.currency = NEW.currency
    AND o.status = CASE NEW.kind WHEN 'payout' THEN 'ordered' WHEN 'payout_booked' THEN 'booked' ELSE 'returned' END
    AND 2 = (SELECT count(*) FROM ledger_entries e WHERE e.posting_id = NEW.id)
    AND 1 = (SELECT count(*) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE e.posting_id = NEW.id AND e.amount_cents = o.amount_cents
      AND CASE NEW.kind WHEN 'payout' THEN a.kind = o.source AND a.owner_id = coalesce(o.company_id, o.transfer_id)
        WHEN 'payout_booked' THEN a.kind = 'payout_transit' ELSE a.kind = iif(o.booked_as IS NULL, 'payout_transit', 'bank') END)
    AND 1 = (SELECT count(*) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE e.posting_id = NEW.id AND e.amount_cents = -o.amount_cents
      AND CASE NEW.kind WHEN 'payout' THEN a.kind = 'payout_transit' WHEN 'payout_booked' THEN a.kind = 'bank'
        ELSE a.kind = o.source AND a.owner_id = coalesce(o.company_id, o.transfer_id) END))))
BEGIN SELECT RAISE(ABORT, 'ledger: it is not what was decided of the payout'); END;
