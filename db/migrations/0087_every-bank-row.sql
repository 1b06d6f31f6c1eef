ALTER TABLE `bank_transfers` ADD `payer_iban` text;--> statement-breakpoint
ALTER TABLE `bank_transfers` ADD `message` text;--> statement-breakpoint
ALTER TABLE `bank_transfers` ADD `reason` text;--> statement-breakpoint
CREATE INDEX `bank_transfers_reference` ON `bank_transfers` (`reference`);--> statement-breakpoint
ALTER TABLE `ledger_postings` ADD `transfer_id` text REFERENCES bank_transfers(id);--> statement-breakpoint
CREATE INDEX `ledger_postings_transfer` ON `ledger_postings` (`transfer_id`);--> statement-breakpoint
-- Whatever is not the bank is a liability, a credit account, so that its balance is never above zero: suspense as well.
DROP TRIGGER ledger_balances_held;
--> statement-breakpoint
CREATE TRIGGER ledger_balances_held BEFORE UPDATE ON ledger_balances
WHEN NEW.balance_cents > 0 AND (SELECT kind FROM ledger_accounts WHERE id = NEW.account_id) <> 'bank'
BEGIN SELECT RAISE(ABORT, 'ledger: more than is held'); END;
--> statement-breakpoint
DROP TRIGGER ledger_balances_held_first;
--> statement-breakpoint
CREATE TRIGGER ledger_balances_held_first BEFORE INSERT ON ledger_balances
WHEN NEW.balance_cents > 0
  AND NOT EXISTS (SELECT 1 FROM ledger_balances WHERE account_id = NEW.account_id)
  AND (SELECT kind FROM ledger_accounts WHERE id = NEW.account_id) <> 'bank'
BEGIN SELECT RAISE(ABORT, 'ledger: more than is held'); END;
