<?php
// A complete client in PHP, without extensions but openssl. To test it: assay client -- php examples/client.php
// It makes its calls sequentially: the task "list-templates-at-once" ends with exit code 64.

declare(strict_types=1);

/** Answers status, headers in lower case and the body read as JSON. No credential follows a redirect. */
function fetch(string $url, array $headers = [], ?array $form = null): array
{
    $lines = array_map(fn ($name) => "$name: {$headers[$name]}", array_keys($headers));
    $options = ['method' => 'GET', 'ignore_errors' => true, 'follow_location' => 0, 'timeout' => 10];
    if ($form !== null) {
        $lines[] = 'Content-Type: application/x-www-form-urlencoded';
        $options = ['method' => 'POST', 'content' => http_build_query($form)] + $options;
    }
    $context = stream_context_create(['http' => ['header' => $lines] + $options]);
    $body = file_get_contents($url, false, $context);
    preg_match('~^HTTP/\S+ (\d+)~', $http_response_header[0], $match);
    $answered = [];
    foreach (array_slice($http_response_header, 1) as $line) {
        [$name, $value] = explode(':', $line, 2) + [1 => ''];
        $answered[strtolower($name)] = trim($value);
    }
    return [(int) $match[1], $answered, json_decode($body, true)];
}

final class Client
{
    private ?string $held = null;
    private float $renewAt = 0.0;

    public function __construct(private array $e)
    {
    }

    private function token(?string $refused = null): string
    {
        if ($this->held === null || $this->held === $refused || microtime(true) >= $this->renewAt) {
            $asked = microtime(true);
            [$this->held, $seconds] = $this->requestToken();
            $this->renewAt = $asked + $seconds - min($seconds * 0.2, 30);
        }
        return $this->held;
    }

    private function requestToken(): array
    {
        $url = $this->e['AUTH_URL'] . '/realms/External-Applications/protocol/openid-connect/token';
        $form = [
            'grant_type' => 'client_credentials',
            'client_id' => $this->e['ETM_CLIENT_ID'],
            'client_secret' => $this->e['ETM_CLIENT_SECRET'],
        ];
        for ($attempt = 1; ; $attempt++) {
            [$status, $headers, $body] = fetch($url, [], $form);
            if ($status === 200) {
                return [$body['access_token'], $body['expires_in']];
            }
            if (($status !== 429 && $status < 500) || $attempt === 5) {
                throw new RuntimeException("No token: $status");
            }
            usleep((int) (1e6 * self::pauseAfter($headers['retry-after'] ?? null, $attempt)));
        }
    }

    /** Seconds: Retry-After is a number or a date, and may be missing. */
    private static function pauseAfter(?string $value, int $attempt): float
    {
        if ($value === null) {
            return 0.5 * $attempt;
        }
        return ctype_digit($value) ? (float) $value : max(0.0, strtotime($value) - microtime(true));
    }

    private function listTemplates(): void
    {
        $url = $this->e['ETM_BASE_URL'] . '/V1/export-templates';
        $token = $this->token();
        [$status] = fetch($url, ['Authorization' => "Bearer $token"]);
        if ($status === 401) {
            [$status] = fetch($url, ['Authorization' => 'Bearer ' . $this->token($token)]);
        }
        if ($status !== 200) {
            throw new RuntimeException("Template list: $status");
        }
    }

    private function products(string $path, array $more = ['Accept' => 'application/vnd.api+json']): array
    {
        $headers = ['X-EA-Auth-Token' => $this->e['EXPORT_TOKEN']] + $more;
        [$status, , $body] = fetch($this->e['EXPORT_BASE_URL'] . $path, $headers);
        if ($status === 200) {
            return $body;
        }
        $details = array_column($body['errors'] ?? [], 'detail');
        throw new RuntimeException($details ? implode('; ', $details) : $body['error'] ?? $body['message']);
    }

    private function v2(): string
    {
        [$site, $channel, $destination] = [$this->e['EXPORT_SITE_ID'], $this->e['EXPORT_CHANNEL_ID'], $this->e['EXPORT_DESTINATION_ID']];
        return "/sites/$site/channels/$channel/destinations/$destination/products";
    }

    private function legacy(string $rest = ''): void
    {
        $path = "/{$this->e['EXPORT_SITE_ID']}/{$this->e['EXPORT_CHANNEL_ID']}$rest";
        $this->products($path, ['X-Destination-Id' => $this->e['EXPORT_DESTINATION_ID']]);
    }

    private function exportAll(string $limit): void
    {
        $offset = 0;
        do {
            ['data' => $data, 'meta' => $meta] = $this->products("{$this->v2()}?limit=$limit&offset=$offset");
            foreach ($data as $record) {
                echo $record['id'], "\n";
            }
            $offset += count($data); // a service may return fewer than requested
        } while ($data && $offset < $meta['total']);
    }

    private function walk(string $collection, string $limit): void
    {
        $cursor = 0;
        do {
            $url = "{$this->e['PLATFORM_BASE_URL']}/platform/v2/$collection?limit=$limit&cursor=$cursor";
            [, , $page] = fetch($url, [$this->e['PLATFORM_AUTH_HEADER'] => $this->e['PLATFORM_AUTH_VALUE']]);
            $ids = array_column($page['Entities'], 'id');
            foreach ($ids as $id) {
                echo $id, "\n";
            }
            $next = $page['meta']['cursor']['next'];
            if ($ids && $next && $next < end($ids)) {
                throw new RuntimeException('The cursor leads back');
            }
            $cursor = end($ids); // correct for both meanings of next
        } while ($ids && $next);
    }

    /** Does a task and answers the exit code: 64 says "I do not do that". */
    public function run(string $task): int
    {
        [$name, $first, $second] = explode(' ', $task) + ['', '', ''];
        try {
            switch ($name) {
                case 'list-templates':
                    for ($call = 0; $call < (int) $first; $call++) {
                        $this->listTemplates();
                    }
                    return 0;
                case 'list-templates-for':
                    for ($end = microtime(true) + (float) $first; microtime(true) < $end; usleep(200_000)) {
                        $this->listTemplates();
                    }
                    return 0;
                case 'export-all':
                    $this->exportAll($first);
                    return 0;
                case 'export-legacy':
                    $this->legacy();
                    return 0;
                case 'export-legacy-filtered':
                    $this->legacy("/$first/$second");
                    return 0;
                case 'export-read-error':
                    $this->products($this->v2(), ['Accept' => $first]);
                    return 0;
                case 'walk':
                    $this->walk($first, $second);
                    return 0;
                default:
                    return 64;
            }
        } catch (RuntimeException $error) {
            fwrite(STDERR, $error->getMessage() . "\n");
            return 1;
        }
    }
}

$task = getenv('ASSAY_TASK') ?: '';
if ($task !== 'stream') {
    exit((new Client(getenv()))->run($task));
}
while (($line = fgets(STDIN)) !== false) { // assay client --stream: one task per line, as JSON
    ['task' => $asked, 'environment' => $environment] = json_decode($line, true);
    $code = (new Client($environment))->run($asked);
    echo "ASSAY_DONE $code\n";
}
