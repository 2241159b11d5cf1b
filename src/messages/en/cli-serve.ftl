# The site, its workers and their start: `atalaya serve`, `atalaya worker`; completions and manual pages.

# $port: a port that was given without an address
serve-port-alone = a port needs an address: 127.0.0.1:{ $port } for this machine alone, 0.0.0.0:{ $port } for others too
serve-address-expected = expected an address in numbers and a port, such as 127.0.0.1:8080
serve-cannot-listen = cannot listen at { $address }: { $error }
serve-welcome = Atalaya is at { $link }
serve-on-this-machine = On this machine: { $link }
serve-cannot-lock = cannot lock { $path }: { $error }
serve-database-taken = another server has { $database } already: several take PostgreSQL
serve-bad-filter = bad filter '{ $filter }' of --log: { $error }
serve-cannot-log = cannot start the log: { $error }

worker-cannot-listen = cannot listen for interruptions: { $error }

man-cannot-write = cannot write to { $path }: { $error }
