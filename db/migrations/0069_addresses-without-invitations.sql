CREATE TABLE `unsubscribed_addresses` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`unsubscribed_at` integer NOT NULL
) STRICT;
