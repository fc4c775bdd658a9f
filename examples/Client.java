// A complete client in Java, with the JDK alone. To test it: assay client --stream -- java examples/Client.java
// It reads JSON with patterns to need one file only; use your JSON library instead.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public final class Client {
    /** Follows no redirect, so that no credential does. */
    private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Map<String, String> e;
    private final String v2;
    private final String legacy;
    private String held;
    private Instant renewAt = Instant.MIN;

    Client(Map<String, String> environment) {
        e = environment;
        String site = e.get("EXPORT_SITE_ID");
        String channel = e.get("EXPORT_CHANNEL_ID");
        v2 = "/sites/" + site + "/channels/" + channel + "/destinations/" + e.get("EXPORT_DESTINATION_ID") + "/products";
        legacy = "/" + site + "/" + channel;
    }

    private static HttpResponse<String> get(String url, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(10));
        return HTTP.send(request.headers(headers).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** One token request, however many threads wait for it. */
    private synchronized String token(String refused) throws Exception {
        if (held == null || held.equals(refused) || !Instant.now().isBefore(renewAt)) {
            Instant asked = Instant.now();
            String body = requestToken();
            held = text(body, "access_token");
            long millis = number(body, "expires_in") * 1000;
            renewAt = asked.plusMillis(millis - Math.min(millis / 5, 30_000));
        }
        return held;
    }

    private String requestToken() throws Exception {
        String url = e.get("AUTH_URL") + "/realms/External-Applications/protocol/openid-connect/token";
        String form = "grant_type=client_credentials&client_id=" + encoded(e.get("ETM_CLIENT_ID"))
                + "&client_secret=" + encoded(e.get("ETM_CLIENT_SECRET"));
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)).build();
        for (int attempt = 1; ; attempt++) {
            HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            int status = answer.statusCode();
            if (status == 200) return answer.body();
            if ((status != 429 && status < 500) || attempt == 5) throw new IllegalStateException("No token: " + status);
            Thread.sleep(pauseAfter(answer.headers().firstValue("Retry-After").orElse(null), attempt));
        }
    }

    /** Milliseconds: Retry-After is a number of seconds or a date, and may be missing. */
    private static long pauseAfter(String value, int attempt) {
        if (value == null) return 500L * attempt;
        if (value.matches("\\d+")) return 1000 * Long.parseLong(value);
        Instant until = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        return Math.max(0, Duration.between(Instant.now(), until).toMillis());
    }

    private Void listTemplates() throws Exception {
        String url = e.get("ETM_BASE_URL") + "/V1/export-templates";
        String token = token(null);
        int status = get(url, "Authorization", "Bearer " + token).statusCode();
        if (status == 401) status = get(url, "Authorization", "Bearer " + token(token)).statusCode();
        if (status != 200) throw new IllegalStateException("Template list: " + status);
        return null;
    }

    private String products(String path, String name, String value) throws Exception {
        HttpResponse<String> answer =
                get(e.get("EXPORT_BASE_URL") + path, "X-EA-Auth-Token", e.get("EXPORT_TOKEN"), name, value);
        if (answer.statusCode() == 200) return answer.body();
        for (String member : List.of("detail", "error", "message")) {
            String text = text(answer.body(), member);
            if (text != null) throw new IllegalStateException(text);
        }
        throw new IllegalStateException("Export: " + answer.statusCode());
    }

    private void exportAll(int limit) throws Exception {
        for (int offset = 0; ; ) {
            String page = products(v2 + "?limit=" + limit + "&offset=" + offset, "Accept", "application/vnd.api+json");
            List<Long> ids = ids(page);
            ids.forEach(System.out::println);
            offset += ids.size(); // a service may return fewer than requested
            if (ids.isEmpty() || offset >= number(page, "total")) return;
        }
    }

    private void walk(String collection, String limit) throws Exception {
        for (long cursor = 0; ; ) {
            String url = e.get("PLATFORM_BASE_URL") + "/platform/v2/" + collection + "?limit=" + limit + "&cursor=" + cursor;
            String page = get(url, e.get("PLATFORM_AUTH_HEADER"), e.get("PLATFORM_AUTH_VALUE")).body();
            List<Long> ids = ids(page);
            ids.forEach(System.out::println);
            long next = number(page, "next");
            if (ids.isEmpty() || next == 0) return;
            cursor = ids.get(ids.size() - 1); // correct for both meanings of next
            if (next < cursor) throw new IllegalStateException("The cursor leads back");
        }
    }

    /** Does a task and answers the exit code: 64 says "I do not do that". */
    int run(String task) throws Exception {
        String[] words = task.split(" ");
        try {
            switch (words[0]) {
                case "list-templates" -> {
                    for (int call = 0; call < Integer.parseInt(words[1]); call++) listTemplates();
                }
                case "list-templates-at-once" -> atOnce(Integer.parseInt(words[1]));
                case "list-templates-for" -> {
                    Instant end = Instant.now().plusSeconds(Integer.parseInt(words[1]));
                    for (; Instant.now().isBefore(end); Thread.sleep(200)) listTemplates();
                }
                case "export-all" -> exportAll(Integer.parseInt(words[1]));
                case "export-legacy" -> products(legacy, "X-Destination-Id", e.get("EXPORT_DESTINATION_ID"));
                case "export-legacy-filtered" ->
                    products(legacy + "/" + words[1] + "/" + words[2], "X-Destination-Id", e.get("EXPORT_DESTINATION_ID"));
                case "export-read-error" -> products(v2, "Accept", words[1]);
                case "walk" -> walk(words[1], words[2]);
                default -> {
                    return 64;
                }
            }
            return 0;
        } catch (IllegalStateException error) {
            System.err.println(error.getMessage());
            return 1;
        }
    }

    private void atOnce(int count) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(count);
        try {
            List<Future<Void>> calls = new ArrayList<>();
            for (int call = 0; call < count; call++) calls.add(pool.submit(this::listTemplates));
            for (Future<Void> call : calls) call.get();
        } finally {
            pool.shutdown();
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String text(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(json);
        return found.find() ? found.group(1).replaceAll("\\\\(.)", "$1") : null;
    }

    private static long number(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*(\\d+)").matcher(json);
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }

    private static List<Long> ids(String json) {
        List<Long> ids = new ArrayList<>();
        Matcher found = Pattern.compile("\"id\"\\s*:\\s*(\\d+)").matcher(json);
        while (found.find()) ids.add(Long.parseLong(found.group(1)));
        return ids;
    }

    public static void main(String[] args) throws Exception {
        String task = System.getenv().getOrDefault("ASSAY_TASK", "");
        if (!task.equals("stream")) System.exit(new Client(System.getenv()).run(task));
        // assay client --stream: one task per line, as JSON
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Map<String, String> environment = new HashMap<>();
            Matcher settings = Pattern.compile("\"([A-Z_]+)\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(line);
            while (settings.find()) environment.put(settings.group(1), settings.group(2).replaceAll("\\\\(.)", "$1"));
            System.out.println("ASSAY_DONE " + new Client(environment).run(text(line, "task")));
        }
        System.exit(0);
    }
}
