# What the guest does once it is up: bring the devices of a table to life, and try our drivers; then
# be a whole system with the service in it, and try that.
up() { cut -d' ' -f1 /proc/uptime; }
wants_service() { [ ! -s /share/wanted ] || grep -q the_service /share/wanted; }
echo
echo "== the guest is up after $(up) s, kernel $(uname -r)"
/usr/lib/systemd/systemd-udevd --daemon 2>/dev/null
modprobe configfs
mount -t configfs none /sys/kernel/config
modprobe gpio-sim
# One camera with a webcam input and an HDMI input, and an HDMI output to feed it from.
modprobe vivid n_devs=1 node_types=0x101 num_inputs=2 input_types=0xc num_outputs=1 output_types=1 \
    ccs_cap_mode=0 ccs_out_mode=0
udevadm trigger --subsystem-match=video4linux --subsystem-match=media --subsystem-match=dma_heap \
    --subsystem-match=misc
udevadm settle --timeout=20
# The pins of a Raspberry Pi 4, as its kernel names them.
chip=/sys/kernel/config/gpio-sim/pi
mkdir -p $chip/bank0
echo 54 >$chip/bank0/num_lines
echo pinctrl-bcm2711 >$chip/bank0/label
echo 1 >$chip/live
# gpiozero asks for the revision of the Pi, picamera2 for memory as only a Pi calls it.
{ cat /proc/cpuinfo; printf 'Revision\t: c03114\n'; } >/run/cpuinfo
mount --bind /run/cpuinfo /proc/cpuinfo
ln -s system "/dev/dma_heap/linux,cma"
# Off the share, which is slow; and lgpio makes a pipe where it runs.
mkdir -p /opt/table-companion/current
tar -xf /share/checkout.tar -C /opt/table-companion/current
cp -r /share/guest /tmp/guest
cd /tmp
# As pip does, and with both processors: nobody who may not write there has to do it again and again.
# What did not change since the last run came along, and is kept for the next.
compile() { (cd /opt/table-companion/current && /opt/companion/bin/python -m compileall -q "$@"); }
compile companion &
compile hardware vision web calibration
wait
(cd /opt/table-companion/current && find . -name '*.pyc' -print0 | tar -cf /tmp/compiled.tar --null -T -)
mv /tmp/compiled.tar /share/compiled.part && mv /share/compiled.part /share/compiled.tar
until [ -e /share/frames.ready ]; do sleep 0.5; done
echo "== devices are ready after $(up) s"
# Meanwhile the service is installed, and who plays the game gets ready and waits for the devices.
if wants_service; then bash /tmp/guest/install.sh >/tmp/installed 2>&1 & installer=$!; fi
sh /tmp/guest/check.sh game & game=$!
sh /tmp/guest/check.sh drivers
echo "== drivers are tried after $(up) s"
touch /tmp/devices-are-free
wait "$game"
echo "== the game is over after $(up) s"
udevadm control --exit
if wants_service; then
    if wait "$installer"; then
        echo "== the service is installed and systemd takes over after $(up) s"
        exec /usr/lib/systemd/systemd --unit=multi-user.target
    fi
    cat /tmp/installed
    echo "== FAILED: the service could not be installed"
fi
sh /tmp/guest/end.sh
