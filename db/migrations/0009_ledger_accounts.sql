-- An account of another kind would have other limits, and a balance that is taken away would begin again at nothing.
CREATE TRIGGER ledger_accounts_immutable BEFORE UPDATE ON ledger_accounts
BEGIN SELECT RAISE(ABORT, 'ledger: accounts are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_permanent BEFORE DELETE ON ledger_accounts
BEGIN SELECT RAISE(ABORT, 'ledger: accounts are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_balances_permanent BEFORE DELETE ON ledger_balances
BEGIN SELECT RAISE(ABORT, 'ledger: a balance is kept by its entries'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_balances_account BEFORE UPDATE OF account_id ON ledger_balances
BEGIN SELECT RAISE(ABORT, 'ledger: a balance is kept by its entries'); END;
